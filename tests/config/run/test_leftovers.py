import json
import subprocess
import sys

import pytest

from config.run.leftovers import end_leftovers, record, session_members

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
    record(tmp_path / "children.json", [sleeper.pid])

    assert end_leftovers(tmp_path / "children.json") == 2
    assert session_members(sleeper.pid) == []


def test_what_a_dead_parent_started_is_found_by_its_session(sleeper, tmp_path):
    record(tmp_path / "children.json", [sleeper.pid])
    sleeper.kill()
    sleeper.wait()

    assert end_leftovers(tmp_path / "children.json") == 1


def test_a_process_that_only_has_the_same_number_is_left_alone(sleeper, tmp_path):
    (tmp_path / "children.json").write_text(json.dumps([{"pid": sleeper.pid, "began": 1.0}]))

    assert end_leftovers(tmp_path / "children.json") == 0
    assert sleeper.poll() is None


@pytest.mark.parametrize("text", ["", "{", "[]"])
def test_a_record_that_cannot_be_read_ends_nothing(tmp_path, text):
    (tmp_path / "children.json").write_text(text)

    assert end_leftovers(tmp_path / "children.json") == 0


def test_without_a_record_nothing_is_ended(tmp_path):
    assert end_leftovers(tmp_path / "children.json") == 0
