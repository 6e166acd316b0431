"""How a run ends, what it leaves behind (nothing but data), and how the next one finds it."""

import signal
import sys
from pathlib import Path

import psutil
import psycopg
import redis

from config.embedded.folder import DataFolder
from config.embedded.postgres import postgres_url
from config.embedded.redis import redis_url
from tests.e2e.runs import Run, living, users_of
from tests.support.checkout import CHECKOUT
from tests.support.citus import plain_postgresql
from tests.support.processes import eventually, free_port

pytestmark = plain_postgresql


def write_something(data: Path) -> None:
    with psycopg.connect(postgres_url(DataFolder(data)), autocommit=True) as database:
        database.execute("CREATE TABLE kept (word text)")
        database.execute("INSERT INTO kept VALUES ('still here')")
    with redis.Redis.from_url(redis_url(DataFolder(data))) as broker:
        broker.set("kept", "still here")


def what_was_written(data: Path) -> tuple[str, str]:
    with psycopg.connect(postgres_url(DataFolder(data))) as database:
        row = database.execute("SELECT word FROM kept").fetchone()
    with redis.Redis.from_url(redis_url(DataFolder(data)), decode_responses=True) as broker:
        return row[0] if row else "", str(broker.get("kept"))


def test_data_outlives_a_clean_stop_and_a_killed_supervisor_and_nothing_else_does(tmp_path):
    # So deep that no socket's address would fit.
    data, port = tmp_path / ("deep-" * 20) / "data", free_port()
    data.parent.mkdir()

    first = Run(data, port)
    first.wait_for('"message": "ready"')
    write_something(data)
    family = first.family()
    assert first.stop(signal.SIGINT) == 0
    assert not living(family)
    assert not users_of(data)
    assert not DataFolder(data).sockets.exists()

    second = Run(data, port)
    second.wait_for('"message": "ready"')
    assert what_was_written(data) == ("still here", "still here")
    family = second.family()
    second.stop(signal.SIGKILL)
    if sys.platform == "linux":  # elsewhere the next run ends them
        eventually(lambda: not living(family), what="the end of the orphans")

    third = Run(data, port)
    third.wait_for('"message": "ready"')
    assert what_was_written(data) == ("still here", "still here")
    family = third.family()
    assert third.stop(signal.SIGTERM) == 0
    assert not living(family)
    assert not users_of(data)


IN_A_TERMINAL = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"


def test_ctrl_c_at_a_terminal_stops_make_run_and_everything_under_it(tmp_path):
    data = tmp_path / "data"
    run = Run(
        data,
        free_port(),
        argv=(sys.executable, "-c", IN_A_TERMINAL, "make", "run", f"PYTHON={sys.executable}"),
    )
    run.wait_for("Ctrl-C")
    family = run.family()
    assert len(family) > 10
    assert "\x1b[32mweb" in run.log()

    assert run.process.stdin
    run.process.stdin.write(b"\x03")
    run.process.stdin.flush()

    run.wait_for(f"stopped; the data is kept in {data}")
    eventually(lambda: not living(family), what="the end of every process")
    run.close()


def test_when_make_is_killed_the_run_ends_with_it(tmp_path):
    data = tmp_path / "data"
    run = Run(data, free_port(), argv=("make", "--directory", str(CHECKOUT), "run"))
    run.wait_for('"message": "ready"')
    family = run.family()

    psutil.Process(run.process.pid).kill()

    eventually(lambda: not living(family), what="the end of every process")
    assert not users_of(data)
    run.close()
