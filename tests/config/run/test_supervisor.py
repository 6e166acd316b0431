"""The supervisor with small programs of its own: what it restarts, in which order, and what cannot end it."""

import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config.run import supervisor as module
from config.run.console import Console
from config.run.leftovers import end_leftovers
from config.run.program import Program
from config.run.supervisor import Supervisor
from tests.support.processes import eventually

LAST = "import time; time.sleep(600)"
FAIL = "raise SystemExit(3)"
# A server that cannot start while its disk is full, and says when it is ready.
SERVE = """
import pathlib, sys, time
folder = pathlib.Path(sys.argv[1])
if (folder / "full").exists():
    raise SystemExit(3)
(folder / "ready").touch()
time.sleep(600)
"""


class Supervised:
    def __init__(self, folder: Path, record: Path) -> None:
        self._said = io.StringIO()
        self.supervisor = Supervisor(Console(self._said, form="json"), cwd=folder, record=record)

    def said(self) -> list[str]:
        return [json.loads(line)["message"] for line in self._said.getvalue().splitlines()]

    def watch_until(self, *words: str) -> None:
        """Look after everything until each of the words was said."""
        eventually(lambda: self._watched(words), what=f"{words} among {self.said()}", every=0)

    def watch_while(self, holds: Callable[[], bool]) -> None:
        eventually(lambda: self._watched(()) and not holds(), every=0)

    def _watched(self, words: tuple[str, ...]) -> bool:
        passes = iter([False, True])
        self.supervisor.watch(until=lambda: next(passes))
        return all(any(word in line for line in self.said()) for word in words)

    def kill(self, name: str) -> None:
        (post,) = [post for post in self.supervisor._posts if post.program.name == name]  # noqa: SLF001
        post.child.process.kill()
        post.child.process.wait()

    def where(self, word: str) -> int:
        return next(place for place, line in enumerate(self.said()) if word in line)


@pytest.fixture
def supervised(tmp_path) -> Iterator[Supervised]:
    made = Supervised(tmp_path, tmp_path / "children.json")
    yield made
    made.supervisor.stop(made.supervisor.names())


def program(name: str, code: str, *words: str, **more) -> Program:
    return Program(name=name, argv=(sys.executable, "-c", code, *words), **more)


def test_what_dies_comes_back_soon_and_what_keeps_dying_ever_later(supervised):
    supervised.supervisor.start(program("worker", FAIL, is_ready=lambda: True))

    supervised.watch_until("in 2 s")

    pauses = [line.rsplit(" in ", 1)[1] for line in supervised.said() if "ended with code 3" in line]
    assert pauses == ["0.2 s", "0.5 s", "1 s", "2 s"]


def test_failures_are_forgotten_after_a_steady_while(supervised, monkeypatch):
    monkeypatch.setattr(module, "_STEADY_SECONDS", 0)
    supervised.supervisor.start(program("worker", FAIL, is_ready=lambda: True))

    supervised.watch_while(lambda: len(supervised.said()) <= 6)

    assert {line.rsplit(" in ", 1)[1] for line in supervised.said() if " in " in line} == {"0.2 s"}


def test_programs_that_are_started_together_may_wait_for_each_other(supervised, tmp_path):
    supervised.supervisor.start(
        program("proxy", LAST, is_ready=(tmp_path / "ready").exists),
        program("web", SERVE, str(tmp_path)),
    )

    assert supervised.supervisor.names() == {"proxy", "web"}


def test_servers_come_back_first_and_the_others_when_those_are_ready(supervised, tmp_path):
    ready, full = tmp_path / "ready", tmp_path / "full"
    supervised.supervisor.start(
        program("web", LAST, needs=frozenset({"postgres", "redis"}))
    )  # started first, and yet it waits
    supervised.supervisor.start(program("postgres", SERVE, str(tmp_path), is_ready=ready.exists))
    ready.unlink()
    full.touch()
    for name in ("web", "postgres"):
        supervised.kill(name)

    supervised.watch_until("in 1 s")  # the server has tried twice meanwhile
    assert not any("web was restarted" in line for line in supervised.said())
    full.unlink()
    supervised.watch_until("web was restarted")

    assert ready.exists()
    assert supervised.where("postgres was restarted") < supervised.where("web was restarted")


def test_a_program_that_cannot_even_be_started_is_tried_again(supervised, tmp_path):
    script = tmp_path / "program"
    script.write_text("#!/bin/sh\nexec sleep 600\n")
    script.chmod(0o755)
    supervised.supervisor.start(Program(name="worker", argv=(str(script),)))
    script.rename(tmp_path / "elsewhere")
    supervised.kill("worker")

    supervised.watch_until("worker could not be started (No such file or directory)")
    (tmp_path / "elsewhere").rename(script)

    supervised.watch_until("worker was restarted")


def test_a_record_that_cannot_be_written_is_a_warning_until_it_can(tmp_path, monkeypatch):
    monkeypatch.setattr("config.run.record._REFRESH_SECONDS", 0)
    record = tmp_path / "no such folder" / "children.json"
    supervised = Supervised(tmp_path, record)

    supervised.supervisor.start(program("worker", LAST))
    supervised.kill("worker")
    supervised.watch_until("worker was restarted")
    assert len([line for line in supervised.said() if "cannot be written (No such file" in line]) == 1

    record.parent.mkdir()
    supervised.watch_while(lambda: not record.exists())
    assert end_leftovers(record) == 1

    record.parent.rmdir()
    supervised.supervisor.stop({"worker"})
    assert supervised.supervisor.names() == set()
