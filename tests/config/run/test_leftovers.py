import json
import subprocess
import sys

import psutil
import pytest

from config.run.leftovers import end_leftovers, members_of, record, session_members
from tests.support.processes import eventually

SLEEP = "import time; time.sleep(60)"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SLEEP!r}])"


@pytest.fixture
def sleeper():
    with subprocess.Popen([sys.executable, "-c", PARENT], start_new_session=True) as process:
        while len(session_members(process.pid)) < 2:
            assert process.poll() is None
        yield process
        for member in session_members(process.pid):
            member.kill()


def test_what_is_on_record_is_ended_with_all_it_started(sleeper, tmp_path):
    record(tmp_path / "children.json", members_of([sleeper.pid]))

    assert end_leftovers(tmp_path / "children.json") == 2
    assert session_members(sleeper.pid) == []


STUBBORN = """
import pathlib, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: pathlib.Path(sys.argv[1], "asked").touch())
pathlib.Path(sys.argv[1], "up").touch()
time.sleep(60)
"""


def test_nobody_waits_for_what_is_no_server(tmp_path):
    with subprocess.Popen([sys.executable, "-c", STUBBORN, str(tmp_path)], start_new_session=True) as process:
        eventually((tmp_path / "up").exists)
        record(tmp_path / "children.json", members_of([process.pid]))

        assert end_leftovers(tmp_path / "children.json") == 1
        assert not (tmp_path / "asked").exists()


def test_what_a_dead_parent_started_is_found_by_its_session(sleeper, tmp_path):
    record(tmp_path / "children.json", members_of([sleeper.pid]))
    sleeper.kill()
    sleeper.wait()

    assert end_leftovers(tmp_path / "children.json") == 1


def test_a_process_that_only_has_the_same_number_is_left_alone(sleeper, tmp_path):
    entry = {"session": sleeper.pid, "pid": sleeper.pid, "began": 1.0}
    (tmp_path / "children.json").write_text(json.dumps([entry]))

    assert end_leftovers(tmp_path / "children.json") == 0
    assert sleeper.poll() is None


def test_a_session_is_left_alone_when_nobody_on_record_lives_in_it(sleeper, tmp_path):
    """As after a reboot: the number is a stranger's, and the one who had it first has gone too."""
    entry = {"session": sleeper.pid, "pid": sleeper.pid, "began": psutil.Process(sleeper.pid).create_time()}
    (tmp_path / "children.json").write_text(json.dumps([entry]))
    sleeper.kill()
    sleeper.wait()

    assert end_leftovers(tmp_path / "children.json") == 0
    assert len(session_members(sleeper.pid)) == 1


ODD = [
    *("", "{", "[]", "null", "[1, 2]", '{"a": 1}', "[null]", '["pid"]', "7", "[" * 100_000),
    '[{"pid": 1}]',
    '[{"session": [], "pid": {}, "began": null}]',
    '[{"session": 1, "pid": 1, "began": 1.0, "more": 1}]',
    '[{"session": -1, "pid": 1e400, "began": "now"}]',
]


@pytest.mark.parametrize("text", ODD, ids=lambda text: text[:40] or "empty")
def test_a_record_that_cannot_be_read_ends_nothing(tmp_path, text):
    (tmp_path / "children.json").write_text(text)

    assert end_leftovers(tmp_path / "children.json") == 0
    assert not (tmp_path / "children.json").exists()


def test_without_a_record_nothing_is_ended(tmp_path):
    assert end_leftovers(tmp_path / "children.json") == 0
