"""Bots outside, on what `make run` starts: the one of the README, and one that loses its servers."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import psycopg
import pytest

from tests.e2e.bot_tables import Host, all_finish, check_whole, moved, whole_log
from tests.e2e.runs import Run, running
from tests.support.checkout import CHECKOUT
from tests.support.processes import clean_env, eventually

README = (CHECKOUT / "bots" / "README.md").read_text()
(SECTION,) = re.findall(r"^## A bot of your own, on any server$.*?^## ", README, re.MULTILINE | re.DOTALL)
DEALT, STEP = 13, 20  # events; a game of London for two has well over 100


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.fixture(scope="module")
def data(tmp_path_factory) -> Path:
    return Path(tmp_path_factory.mktemp("runner")) / "data"


FEW = {"WEB_PROCESSES": "1", "TASK_PROCESSES": "1", "RATE_LIMIT_PLAYER": "100000"}


@pytest.fixture(scope="module")
def run(data) -> Iterator[Run]:
    with running(data, **FEW) as started:
        yield started


@pytest.fixture
def folder(tmp_path) -> Path:
    """Somebody's own, with the bot of the README in it."""
    (tmp_path / "mybot.py").write_text(block("python"))
    return Path(tmp_path)


class Outside:
    """A runner in a process of its own."""

    def __init__(self, folder: Path, *words: str, token: str = "") -> None:
        self._log = folder / "runner.log"
        with self._log.open("wb") as out:
            self.process = subprocess.Popen(
                words, cwd=folder, env=environment(token), stdout=out, stderr=subprocess.STDOUT
            )

    def log(self) -> str:
        return self._log.read_text()

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Stopped as a person or a supervisor would."""
        self.process.send_signal(number)
        return self.process.wait(30)


def environment(token: str = "") -> dict[str, str]:
    return clean_env(PYTHONPATH=str(CHECKOUT), SIGNALBOX_TOKEN=token)


@pytest.fixture
def outside(folder) -> Iterator[Callable[..., Outside]]:
    started: list[Outside] = []

    def start(*words: str, token: str = "") -> Outside:
        started.append(Outside(folder, *words, token=token))
        return started[-1]

    yield start
    for runner in started:
        runner.process.kill()
        runner.process.wait()


def command(run: Run, bot: str = "mybot:MyBot") -> tuple[str, ...]:
    return (sys.executable, "-m", "bots", "run", "--url", f"http://127.0.0.1:{run.port}", bot)


def decided_once(run: Run, game: str) -> None:
    """Each decision of a program belongs to one request."""
    log, played = whole_log(run, game), "SELECT first_seq, last_seq FROM games_keptanswer WHERE game_id = %s"
    with psycopg.connect(run.database) as connection:
        asked = connection.execute(played, [game]).fetchall()
    covered = [seq for first, last in asked for seq in range(first, last + 1)]
    acted = {event["seq"] for event in log if event.get("by") == "program" and event["type"] != "seat_taken"}
    assert len(covered) == len(set(covered)) > 10
    assert acted <= set(covered)


def test_the_bot_of_the_readme_plays_a_whole_game_from_nothing(run, outside):
    typed = block("sh").replace("localhost:8000", f"127.0.0.1:{run.port}")
    typed = typed.replace(".venv/bin/python", f"exec {sys.executable}")  # so that there is one process to end
    runner = outside("bash", "-eu", "-o", "pipefail", "-c", typed)

    eventually(lambda: "game.finished" in runner.log() or runner.process.poll() is not None, seconds=120)

    assert runner.process.poll() is None, runner.log()
    (game,) = re.findall(r"game\.finished (\S+):", runner.log())
    check_whole(run, game, run.database)
    decided_once(run, game)
    assert "refused" not in runner.log()
    assert "chance decides" not in runner.log()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_when_it_is_told_to(run, outside, number):
    token = Host(run, f"stops-{number.name}").token
    runner = outside(*command(run), token=token)
    eventually(lambda: "listening\n" in runner.log())

    assert runner.end(number) == 0
    assert runner.log().endswith("stopped\n")
    assert "Traceback" not in runner.log()
    assert token not in runner.log()


def test_it_ends_when_its_token_does(run, outside):
    host = Host(run, "revoked")
    runner = outside(*command(run), token=host.token)
    eventually(lambda: "listening\n" in runner.log())

    host.ask("DELETE", f"/me/tokens/{host.token_id}")

    assert runner.process.wait(30) == 1
    assert "The server does not take the token: The token is unknown, revoked or expired." in runner.log()


@pytest.mark.parametrize(
    ("bot", "token", "code", "sentence"),
    [
        ("mybot:MyBot", "sb_made_up", 1, "The server does not take the token"),
        ("mybot:MyBot", "", 2, "There is no token. Set the variable SIGNALBOX_TOKEN."),
        ("mybot:YourBot", "sb_made_up", 2, "There is no class YourBot in mybot."),
    ],
)
def test_what_it_cannot_do_it_says_in_one_line(run, folder, bot, token, code, sentence):
    ended = subprocess.run(
        command(run, bot),
        cwd=folder,
        env=environment(token),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert ended.returncode == code
    assert ended.stderr.startswith(sentence)
    assert ended.stderr.count("\n") == 1


def test_two_games_at_once_end_well_although_servers_are_killed_and_restarted(run, data, outside):
    """The last test of this file, since it takes the run away."""
    host = Host(run, "deep-orange", is_bot=True)
    games = [host.table("random", sit=True, seats=2, bot_delay=100) for _ in range(2)]
    runner = outside(*command(run, "random"), token=host.token)

    def come_to(version: int) -> bool:
        assert runner.process.poll() is None, runner.log()
        return moved(run, games, version)

    eventually(partial(come_to, DEALT + STEP), seconds=60)
    for word in ("config.streams", "granian"):
        eventually(partial(run.child, word)).kill()
    eventually(partial(come_to, DEALT + 3 * STEP), seconds=60)
    run.stop()
    assert runner.process.poll() is None, runner.log()
    assert "game.finished" not in runner.log()

    with running(data, run.port, **FEW) as again:
        all_finish(again, games)
        for game in games:
            check_whole(again, game, again.database)
            decided_once(again, game)
        eventually(lambda: runner.log().count("game.finished") == 2)
    assert "Traceback" not in runner.log()
    assert runner.end() == 0
