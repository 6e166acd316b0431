"""A game beside the public log, by the verifier in JavaScript: it says what the first one says."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.log.viewer import AUDITOR
from games.projector import game_project
from games.reading.visible_log import export_lines
from games.transparency.sequencer import log_extend
from proof.chain import link
from proof.times import parsed_time
from proof.transparency.entries import blinded
from proof.verify import main
from tests.games.audits.test_second_verifier import NODE, PROGRAM, with_node
from tests.support.tables import played_out

pytestmark = [pytest.mark.django_db, with_node]

Lines = list[dict[str, Any]]
UNKNOWN = "the public log: "  # then each verifier has words of its own for a key that it does not know


@dataclass(frozen=True)
class Case:
    """The files of an auditor: the export, what the public log has of it, and the keys."""

    lines: Lines
    items: list[dict[str, Any]]
    keys: dict[str, Any]

    def remade(self, change: Callable[[Lines], None]) -> Case:
        """With a chain that was made to fit."""
        lines: Lines = json.loads(json.dumps(self.lines))
        change(lines)
        lines[1]["hash"] = link(lines[1]["prev"], lines[1])
        for before, after in pairwise(lines[1:]):
            after["prev"] = before["hash"]
            after["hash"] = link(after["prev"], after)
        lines[0] |= {"hash": lines[-1]["hash"], "version": lines[-1]["seq"]}
        return replace(self, lines=lines)

    def without(self, *kinds: str) -> Case:
        return replace(self, items=[one for one in self.items if one["kind"] not in kinds])


@cache
def _published() -> str:
    game, api = played_out(), Client()
    game_project(game.id)
    log_extend()
    lines = b"".join(export_lines(game, viewer=AUDITOR)).decode().splitlines()
    items = api.get(f"/api/v1/log/games/{blinded(str(game.id))}/proofs").json()["items"]
    return json.dumps(
        [[json.loads(one) for one in lines], items, api.get("/.well-known/signalbox-key").json()]
    )


@pytest.fixture
def case() -> Case:
    return Case(*json.loads(_published()))


@pytest.fixture
def found(tmp_path, capsys):
    """The line about the public log, the last line and the exit code, in which both verifiers agree."""

    def found(case: Case, *, later: timedelta = timedelta(hours=3)) -> tuple[str, str, int]:
        words = _written(tmp_path, case, later)
        code = main(words)
        first = capsys.readouterr().out
        second = subprocess.run(
            [str(NODE), str(PROGRAM), *words], capture_output=True, text=True, check=False
        )
        assert (_of_log(second.stdout), second.returncode) == (_of_log(first), code), second.stderr
        return *_of_log(first), code

    return found


def _written(folder: Path, case: Case, later: timedelta) -> list[str]:
    """The proofs as they were so long after the last event."""
    (folder / "game").write_text("\n".join(map(json.dumps, case.lines)))
    (folder / "key").write_text(json.dumps(case.keys))
    (folder / "proofs").write_text(json.dumps({"items": case.items, "next": None}))
    at = (parsed_time(case.lines[-1]["at"]) + later).timestamp()
    os.utime(folder / "proofs", (at, at))
    return [str(folder / "game"), "--proofs", str(folder / "proofs"), "--key", str(folder / "key")]


def _of_log(said: str) -> tuple[str, str]:
    (line,) = (line for line in said.splitlines() if line[9:13] == "log ")
    return line.partition(UNKNOWN)[0], said.splitlines()[-1]


def test_a_game_that_was_entered_is_the_same_there(case, found):
    line, last, code = found(case)

    assert line == "ok       log       the public log has the same: the opening, 1 head"
    assert (last, code) == ("All that can be checked holds.", 0)


def test_a_an_event_that_was_changed_is_found_by_its_chain(case, found):
    case.lines[19]["v"] = 9

    assert found(case)[2] == 1


def test_b_a_log_that_was_made_anew_is_found(case, found):
    def later_end(lines: Lines) -> None:
        lines[-1]["at"] = lines[-1]["at"][:-2] + ("1Z" if lines[-1]["at"][-2] == "0" else "0Z")

    line, _, code = found(case.remade(later_end))

    assert code == 1
    assert line.startswith("FAILED   log       this log was made anew after the public log had it; hash: ")
    assert line.endswith(f"(at seq {case.lines[-1]['seq']})")


def test_c_an_end_that_was_cut_off_is_found(case, found):
    def cut(lines: Lines) -> None:
        del lines[-8:]

    line, _, code = found(case.remade(cut))

    assert code == 1
    version = case.lines[-1]["seq"]
    due = f"its end is missing: it ends here, and was at version {version} when the public log had it"
    assert line == f"FAILED   log       {due} (at seq {version - 7})"


def test_d_exchanged_entries_of_the_public_log_are_found(case, found):
    opening, head = case.items
    opening["entry"], head["entry"] = head["entry"], opening["entry"]

    line, _, code = found(case)

    assert code == 1
    assert line.startswith(
        "FAILED   log       what the server shows as its entry in the public log is not there: "
    )


def test_another_opening_is_found(case, found):
    def promised(lines: Lines) -> None:
        lines[1]["public"]["commitment"] = lines[0]["commitment"] = "00" * 32

    line, _, _ = found(case.without("game_head").remade(promised))

    assert line.startswith("FAILED   log       the public log has another opening of this game; commitment: ")


def test_an_opening_elsewhere_than_the_game_says_is_found(case, found):
    def moved(lines: Lines) -> None:
        began = next(line for line in lines if line.get("type") == "game_started")
        began["public"]["log"] = {"index": 7, "size": 8}

    line, _, _ = found(case.without("game_head").remade(moved))

    assert "its opening stands elsewhere in the public log than the game says; index: 7 stands where " in line


@pytest.mark.parametrize(("minutes", "mark", "code"), [(4, "skipped", 3), (6, "FAILED", 1)])
def test_an_end_that_was_not_entered_is_a_failure_after_the_stated_delay(case, found, minutes, mark, code):
    line, _, exit_code = found(case.without("game_head"), later=timedelta(minutes=minutes))

    assert (line.split()[0], exit_code) == (mark, code)
    assert "its end is not" in line


def test_that_it_is_not_due_yet_is_said_by_the_verdict(case, found):
    line, last, _ = found(case.without("game_head", "game_opened"), later=timedelta(0))

    assert "its opening is not yet in the public log; it will be by " in line
    assert "; its end is not yet in the public log; it will be by " in line
    assert last == "The log holds; it could not be compared with the public log."


def test_so_is_an_opening_that_was_kept_back(case, found):
    line, _, _ = found(case.without("game_opened"))

    assert line.startswith("FAILED   log       its opening is not in the public log, where it had to be by ")
    assert line.endswith("(at seq 1)")


def test_the_end_of_a_private_game_has_its_hour_beside(case, found):
    def hidden(lines: Lines) -> None:
        lines[1]["public"]["visibility"] = "private"

    lacking = case.without("game_head").remade(hidden)
    end = parsed_time(lacking.lines[-1]["at"])
    hour = end.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    for minutes, mark in ((4, "skipped"), (6, "FAILED")):
        line, _, _ = found(lacking, later=hour + timedelta(minutes=minutes) - end)

        assert line.split()[0] == mark


def test_of_a_running_game_only_the_opening_is_due(case, found):
    def running(lines: Lines) -> None:
        """Up to a decision: only the verifier that knows the rules notices half of what one has caused."""
        del lines[next(number for number in range(40, len(lines)) if "actor" in lines[number]) :]

    assert found(case.without("game_head").remade(running))[0].endswith("the opening, 0 heads")


def test_test_tables_are_left_out(case, found):
    def for_a_test(lines: Lines) -> None:
        lines[1]["public"] |= {"purpose": "test", "visibility": "private"}

    line, _, _ = found(replace(case, items=[]).remade(for_a_test))

    assert line == "ok       log       a test table, which the public log leaves out"


def test_an_import_has_a_name_of_its_own_and_nothing_of_it_is_due(case, found):
    case.lines[0]["import"] = "00000000-0000-4000-8000-000000000001"

    assert found(case)[0] == "ok       log       the public log has the same: an import, 0 heads"


def test_entries_that_no_known_key_has_signed_are_not_believed(case, found):
    for key in case.keys["keys"]:
        key["x"] = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"

    line, last, code = found(case)

    assert line == "skipped  log       "
    assert (last, code) == ("The log holds; it could not be compared with the public log.", 3)


def test_all_pages_are_needed(case, tmp_path):
    words = _written(tmp_path, case, timedelta(hours=3))
    (tmp_path / "proofs").write_text(json.dumps({"items": case.items, "next": "more"}))

    done = subprocess.run([str(NODE), str(PROGRAM), *words], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "All pages of what the public log has of the game are needed.\n"
