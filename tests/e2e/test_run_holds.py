"""What a run holds out against: a disk without room, and an output that nobody reads."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from config.embedded.folder import DataFolder
from config.embedded.postgres import postgres_url
from tests.e2e.bot_tables import Host, all_finish, check_whole, moved
from tests.e2e.runs import MANY, Run, living
from tests.support.checkout import CHECKOUT
from tests.support.citus import plain_postgresql
from tests.support.processes import clean_env, eventually, free_port

pytestmark = plain_postgresql

DISK = "200m"
MIDDLE = 60  # events
FULL_SECONDS = 8  # the pauses before the first four restarts, and more


@pytest.fixture
def disk(tmp_path) -> Iterator[Path]:
    """A small disk of its own, where this machine lets us mount one."""
    place = tmp_path / "disk"
    place.mkdir(mode=0o755)
    words = ("mount", "-t", "tmpfs", "-o", f"size={DISK},mode=755", "tmpfs", str(place))
    mounted = subprocess.run(words, capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(disk: Path) -> Path:
    """Take all the room there is, and what becomes free meanwhile."""
    filler = disk / "filler"
    with filler.open("ab", buffering=0) as out, suppress(OSError):
        while out.write(bytes(4096)):
            pass
    return filler


def kill_some(run: Run) -> None:
    for word in ("granian", "hooks@%h", "postgres", "valkey-server"):
        child = eventually(partial(run.child, word), what=word)
        assert child
        child.kill()


def keep_full(disk: Path, run: Run) -> None:
    """Long enough for the supervisor to try several times; what it writes meanwhile finds no room."""
    until = time.monotonic() + FULL_SECONDS
    while time.monotonic() < until:
        fill(disk)
        assert run.process.poll() is None, run.log()
        time.sleep(0.1)


@pytest.fixture
def run(disk) -> Iterator[Run]:
    """Everything is on that disk: the data, the supervisor's notes and the log it writes to."""
    run = Run(disk / "data", free_port(), (), WEB_PROCESSES="1", TASK_PROCESSES="2")
    yield run
    if run.process.poll() is None:  # the test failed: leave nothing behind for the next
        (disk / "filler").unlink(missing_ok=True)
        run.stop()


def test_a_full_disk_does_not_end_a_run_and_games_go_on_when_there_is_room_again(disk, run):
    run.wait_for('"message": "ready"')
    games = Host(run, "frieda").tables(3, "random", "greedy")
    eventually(lambda: moved(run, games, MIDDLE), seconds=120, what="the middle of the games")

    filler = fill(disk)
    kill_some(run)
    keep_full(disk, run)

    filler.unlink()
    eventually(run.is_ready, seconds=60, what="being ready again")
    all_finish(run, games)
    for game in games:
        check_whole(run, game, postgres_url(DataFolder(run.data)))
    run.wait_for("cannot be written (No space left on device)")

    family = run.family()
    fill(disk)
    assert run.stop(signal.SIGTERM) == 0
    assert not living(family)


REQUESTS = 2500  # a line each: more than the pipes and the supervisor's own room can hold


def test_output_that_nobody_reads_keeps_no_request_waiting(tmp_path):
    run = Unread(tmp_path / "data")
    eventually(run.is_ready, seconds=60, what="being ready")

    assert {run.get("/healthz")[0] for _ in range(REQUESTS)} == {200}

    assert "lines were dropped because this output was not read" in run.stopped_and_read()


class Unread(Run):
    """A run whose output goes into a pipe, to be read after its end if at all."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, free_port()
        few = {"WEB_PROCESSES": "1", "TASK_PROCESSES": "1", "RATE_LIMIT_ADDRESS": MANY}
        env = clean_env(DATA_DIR=str(data), PORT=str(self.port), **few)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.run"],
            cwd=CHECKOUT,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )

    def stopped_and_read(self) -> str:
        self.process.send_signal(signal.SIGINT)
        out, _ = self.process.communicate(timeout=60)
        assert self.process.returncode == 0
        return out.decode()
