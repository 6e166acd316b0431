"""Games with players who were away: both verifiers hold them to what the table allows, in the same words."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from games.audits.imports import game_import
from games.log.models import Game
from games.moves.act import game_resign
from games.moves.clock import game_time_out
from games.moves.settlement import game_settle
from games.reading.visible_log import export_lines
from games.tables.absences import pause_agree, pause_end, seat_ask
from proof.chain import link
from proof.verify import verify, written
from rules.table.clock import GRACE, timestamp
from rules.table.more_time import BeginVacation, EndVacation, GiveTime
from rules.table.pauses import ProposePause
from rules.table.stand_ins import Return
from tests.games.audits.test_second_verifier import NODE, PROGRAM, with_node
from tests.support.clock import moved_clock
from tests.support.records import played_again, read_record
from tests.support.tables import bots_play, people, play_on, started

pytestmark = pytest.mark.django_db

Lines = list[dict[str, Any]]


CLOCK = {"per_action": 86_400, "vacation_days": 5}
NOON = datetime.now(UTC) - timedelta(days=300)


def away_and_back() -> Game:
    """A game in which everything happened that can happen to players who are away."""
    with moved_clock() as clock:
        clock.stop()
        clock.put(NOON)
        game, (ada, bob) = started(clock=CLOCK)
        game_resign(game.id, 0)
        bots_play(game.id)
        seat_ask(game.id, ada, Return)
        seat_ask(game.id, bob, BeginVacation, 4)
        clock.forward(days=1.5)
        seat_ask(game.id, bob, EndVacation)
        seat_ask(game.id, bob, BeginVacation, 3)
        clock.forward(days=3.5)
        seat_ask(game.id, ada, GiveTime, 1, 3600)
        seat_ask(game.id, ada, ProposePause, 5)
        pause_end(game.id, bob)
        seat_ask(game.id, bob, ProposePause, 20)
        pause_agree(game.id, ada)
        clock.forward(days=2)
        pause_end(game.id, ada)
        pause_end(game.id, bob)
        clock.forward(days=2)
        assert game_time_out(game.id) == 1
        bots_play(game.id)
        play_on(game.id, actions=5000)
        game_settle(game.id)
    game.refresh_from_db()
    return game


@cache
def exported() -> str:
    return b"".join(export_lines(away_and_back())).decode()


def forged(change: Callable[[Lines], None]) -> str:
    """The export after a change, in a chain that was made to fit."""
    header, *entries = (json.loads(line) for line in exported().splitlines())
    change(entries)
    entries[0]["hash"] = link(entries[0]["prev"], entries[0])
    for before, entry in pairwise(entries):
        entry["seq"], entry["prev"] = before["seq"] + 1, before["hash"]
        entry["hash"] = link(entry["prev"], entry)
    header |= {"version": entries[-1]["seq"], "hash": entries[-1]["hash"]}
    return "\n".join(json.dumps(line) for line in (header, *entries))


def of(kind: str, entries: Lines) -> dict[str, Any]:
    return next(entry for entry in entries if entry["type"] == kind)


def before(kind: str, *, put: str | None = None, times: int = 1, **public: Any) -> Callable[[Lines], None]:
    """Insert entries of this or another kind before the first of the kind."""

    def change(entries: Lines) -> None:
        model = of(put or kind, entries)
        place = entries.index(of(kind, entries))
        entry = {**model, "at": entries[place]["at"], "public": {**model["public"], **public}}
        entries[place:place] = [{**entry} for _ in range(times)]

    return change


def said(kind: str, **public: Any) -> Callable[[Lines], None]:
    """Change what the first entry of the kind says."""
    return lambda entries: of(kind, entries)["public"].update(public)


def dropped(kind: str) -> Callable[[Lines], None]:
    return lambda entries: entries.remove(of(kind, entries))


def second_report(text: str, folder: Any) -> list[str]:
    export = folder / "game.ndjson"
    export.write_text(text)
    done = subprocess.run([str(NODE), str(PROGRAM), str(export)], capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


@with_node
def test_both_verifiers_pass_it(tmp_path):
    report = verify(exported().split("\n"))
    (absences,) = (check for check in report if check.name == "absences")

    assert {check.result for check in report} == {"passed"}
    assert written(absences) in second_report(exported(), tmp_path)


FORGERIES: list[tuple[str, Callable[[Lines], None]]] = [
    ("no stand-in plays seat 0", dropped("seat_resigned")),
    ("stand-ins play to the end at this table", said("game_created", stand_ins="to_the_end")),
    ("no stand-in plays seat 0", before("seat_returned")),
    ("a stand-in plays seat 0", before("seat_returned", put="vacation_began", seat=0)),
    ("seat 1 is away already", before("vacation_ended", put="vacation_began")),
    ("4 days of vacation, but seat 1 has 3", said("game_created", clock={**CLOCK, "vacation_days": 3})),
    ("3 days of vacation, but seat 1 has 2", said("game_created", clock={**CLOCK, "vacation_days": 4})),
    ("0 days of vacation, but seat 1 has 5", said("vacation_began", days=0)),
    ("seat 1 is not away", before("vacation_began", put="vacation_ended")),
    ("the clock of seat 1 stood still", before("vacation_ended", put="seat_timed_out", seat=1)),
    ("the clock of seat 1 stood still", before("resume_asked", put="seat_timed_out", seat=1)),
    ("a pause is proposed already", before("pause_declined", put="pause_proposed")),
    ("a pause of 31 days, but 30 is the most", said("pause_proposed", days=31)),
    ("no pause is proposed", dropped("pause_proposed")),
    ("no pause is proposed", before("pause_proposed", put="pause_agreed")),
    ("no pause is proposed", before("pause_proposed", put="game_paused")),
    ("seat 0 has agreed already", before("pause_declined", put="pause_agreed")),
    ("not everybody has agreed to the pause", dropped("pause_agreed")),
    ("not everybody has agreed to the pause", before("pause_agreed", put="game_paused")),
    ("resume_asked stands where game_paused is due", dropped("game_paused")),
    ("days: 21 stands where 20 is due", said("game_paused", days=21)),
    ("the game is paused already", before("resume_asked", put="pause_proposed")),
    ("the game is not paused", before("pause_proposed", put="resume_asked")),
    ("the game is not paused", before("pause_proposed", put="game_resumed")),
    ("seat 0 has asked already", before("resume_asked")),
    ("not everybody has asked for the end of the pause", dropped("resume_asked")),
    ("seat 1 gave itself time", said("time_given", seat=1)),
    ("seat 2 has no clock", said("time_given", receiver=2)),
    ("seat 0 has no clock", before("seat_returned", put="time_given", seat=1, receiver=0)),
    ("604801 seconds, but 5 to 604800 can be given", said("time_given", seconds=604_801)),
    ("4 seconds, but 5 to 604800 can be given", said("time_given", seconds=4)),
    ("more than 20 times", before("time_given", times=20)),
]


@with_node
@pytest.mark.parametrize(("why", "change"), FORGERIES)
def test_both_verifiers_find_what_the_table_does_not_allow(tmp_path, why, change):
    text = forged(change)
    (found,) = (check for check in verify(text.split("\n")) if check.name == "absences")

    assert (found.result, found.detail) == ("failed", why)
    assert written(found) in second_report(text, tmp_path)


def decided_late(entries: Lines) -> None:
    """The last player to decide takes a day, the grace and a microsecond."""
    end = next(place for place, entry in enumerate(entries) if entry["type"] == "scoring_began")
    turn = max(place for place in range(end - 1) if entries[place]["type"] == "turn_began")
    due = datetime.fromisoformat(entries[turn]["at"]) + timedelta(seconds=CLOCK["per_action"])
    for entry in entries[turn + 1 :]:
        entry["at"] = timestamp(due + GRACE + timedelta(microseconds=1))


@with_node
def test_both_say_when_a_late_decision_was_due(tmp_path):
    text = forged(decided_late)
    (found,) = (check for check in verify(text.split("\n")) if check.name == "absences")

    late = json.loads(text.splitlines()[found.seq or 0])
    due = datetime.fromisoformat(late["at"]) - GRACE - timedelta(microseconds=1)
    assert found.detail == f"the time of seat {late['actor']} was up at {timestamp(due)}"
    assert written(found) in second_report(text, tmp_path)


@with_node
@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("vacation_began", {"days": "4"}),
        ("pause_proposed", {"days": "5"}),
        ("time_given", {"seconds": "3600"}),
    ],
)
def test_a_text_that_looks_like_a_number_is_none(tmp_path, kind, change):
    text = forged(said(kind, **change))
    (found,) = (check for check in verify(text.split("\n")) if check.name == "absences")

    assert found.result == "failed"
    assert "the entry cannot be read" in found.detail
    place = f"(at seq {found.seq})"
    assert [line for line in second_report(text, tmp_path) if "FAILED   absences" in line and place in line]


def test_another_server_takes_such_a_game():
    (player,) = people(1)

    game, is_new = game_import(exported(), player)

    assert (is_new, game.status) == (True, Game.Status.ARCHIVED)


def test_its_record_says_it_and_can_be_played_again(ada):
    game = away_and_back()
    text = ada.api.get(f"/api/v1/games/{game.id}/record.txt").content.decode()

    assert "took the seat back." in text
    assert "is away for 4 days." in text
    assert "The game was paused for 20 days." in text
    record = read_record(text)
    assert record.tags["StandIns"] == "planner:1 ."
    assert played_again(record)
