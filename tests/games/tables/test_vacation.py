"""POST and DELETE /games/{id}/vacation: a player is away, and their clock stands."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.log.models import Event, Game
from games.log.store import parsed_time
from games.moves.clock import game_time_out
from games.moves.sweep import games_sweep
from games.notices.models import NotifierCursor
from games.projector import game_project
from rules.table.clock import GRACE, Clocks
from tests.support.callers import Caller, Table, chosen, dealt, drawing, opened, problem, wrong_fields

pytestmark = pytest.mark.django_db

DAY = 86_400
CLOCK = {"per_action": DAY, "vacation_days": 5, "strikes": 1}
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def seat_of(caller: Caller, path: Table, seat: int = 0) -> Any:
    return caller.seen(path)["seats"][seat]


def test_the_deadline_is_put_off_and_everybody_sees_until_when(ada, bob):
    path = chosen(ada, bob, clock=CLOCK)
    before = parsed_time(seat_of(ada, path)["deadline"])
    answer = ada.post(f"{path}/vacation", {"days": 3})

    (event,) = answer.json()["events"]
    assert (answer.status_code, event["type"], event["actor"], event["by"]) == (
        200,
        "vacation_began",
        0,
        "person",
    )
    seat = seat_of(bob, path)
    assert parsed_time(seat["deadline"]) == before + timedelta(days=3)
    assert parsed_time(seat["away_until"]) == parsed_time(event["at"]) + timedelta(days=3)
    assert seat["vacation_days"] == 2
    assert seat_of(bob, path, 1)["vacation_days"] == 5
    assert parsed_time(bob.seen("/me/games")["items"][0]["deadline"]) == before + timedelta(days=3)
    assert (
        bob.seen(f"{path}/diff?from={event['seq'] - 1}")["sentences"][0]["text"] == "ada is away for 3 days."
    )


def test_only_the_clock_of_who_is_away_stands(ada, bob, clock):
    path = dealt(ada, bob, clock=CLOCK)  # both have to choose
    ada.done(f"{path}/vacation", {"days": 2})
    clock.forward(days=2)

    assert game_time_out(path.id) == 1

    timed_out = Event.objects.get(game=path.id, type="seat_timed_out")
    assert timed_out.public == {"seat": 1, "cover": "planner"}
    clock.forward(days=1, seconds=3)
    assert game_time_out(path.id) == 1


def test_no_worker_is_sent_while_the_clock_stands(ada, bob, clock, sent):
    path = chosen(ada, bob, clock={**CLOCK, "per_action": 5})
    ada.done(f"{path}/vacation", {"days": 1})
    due = Game.objects.get(pk=path.id).deadline
    assert due is not None
    clock.stop()
    clock.put(due + GRACE - timedelta(seconds=1))
    games_sweep()
    assert ("time_out_game", str(path.id)) not in sent
    clock.forward(seconds=1)
    games_sweep()
    assert ("time_out_game", str(path.id)) in sent


def test_one_may_be_away_out_of_turn_and_the_clock_begins_when_one_is_back(ada, bob):
    path = chosen(ada, bob, clock=CLOCK)
    bob.done(f"{path}/vacation", {"days": 1})
    assert "deadline" not in seat_of(bob, path, 1)

    for _ in range(2):
        assert drawing(ada, path).status_code == 201

    seat = seat_of(bob, path, 1)
    assert parsed_time(seat["deadline"]) == parsed_time(seat["away_until"]) + timedelta(days=1)


def test_who_is_back_early_keeps_the_days_that_have_not_begun(ada, bob, clock):
    path = chosen(ada, bob, clock=CLOCK)
    due = parsed_time(seat_of(ada, path)["deadline"])
    ada.done(f"{path}/vacation", {"days": 5})
    clock.forward(days=1, hours=1)
    answer = ada.delete(f"{path}/vacation")

    assert (answer.status_code, answer.json()["events"][0]["type"]) == (200, "vacation_ended")
    seat = seat_of(ada, path)
    assert seat["vacation_days"] == 3
    assert seat["away_until"] == answer.json()["events"][0]["at"]
    assert timedelta(days=1, hours=1) <= parsed_time(seat["deadline"]) - due < timedelta(days=1, hours=2)
    problem(ada.delete(f"{path}/vacation"), 409, "not_away")
    assert problem(ada.post(f"{path}/vacation", {"days": 4}), 409, "not_enough_vacation")["context"] == {
        "left": 3
    }
    assert ada.done(f"{path}/vacation", {"days": 3})


def test_a_vacation_that_is_over_need_not_be_ended(ada, bob, clock):
    path = chosen(ada, bob, clock={**CLOCK, "per_action": 30 * DAY})
    until = ada.done(f"{path}/vacation", {"days": 1}) and seat_of(ada, path)["away_until"]
    found = problem(ada.post(f"{path}/vacation", {"days": 1}), 409, "already_away")
    assert found["context"] == {"until": until}
    clock.forward(days=2)

    problem(ada.delete(f"{path}/vacation"), 409, "not_away")
    ada.done(f"{path}/vacation", {"days": 4})
    assert seat_of(ada, path)["vacation_days"] == 0


def ends_told(caller: Caller) -> list[int]:
    items = caller.seen("/me/notices")["items"]
    return [one["data"]["seat"] for one in items if one["kind"] == "vacation.ended"]


def test_everybody_hears_once_that_a_vacation_is_over(ada, bob, clock):
    path = chosen(ada, bob, clock={**CLOCK, "per_action": 30 * DAY})
    ada.done(f"{path}/vacation", {"days": 1})
    until = parsed_time(seat_of(ada, path)["away_until"])
    game_project(path.id)
    assert ends_told(ada) == ends_told(bob) == []
    assert NotifierCursor.objects.get(pk=path.id).warn_at == until
    for hours in (23, 1.1, 1):
        clock.forward(hours=hours)
        game_project(path.id)

    assert ends_told(ada) == ends_told(bob) == [0]


def test_the_end_of_a_vacation_is_not_missed_if_somebody_moves_before_the_notifier_looks(ada, bob, clock):
    path = chosen(ada, bob, clock={**CLOCK, "per_action": 30 * DAY})
    ada.done(f"{path}/vacation", {"days": 1})
    game_project(path.id)
    clock.forward(days=2)
    drawing(ada, path)
    game_project(path.id)

    assert ends_told(bob) == [0]


def test_a_vacation_that_was_ended_early_ends_once(ada, bob, clock):
    path = chosen(ada, bob, clock={**CLOCK, "per_action": 30 * DAY})
    ada.done(f"{path}/vacation", {"days": 3})
    assert ada.delete(f"{path}/vacation").status_code == 200
    for days in (0, 1, 3):
        clock.forward(days=days)
        game_project(path.id)

    assert ends_told(bob) == [0]
    assert ends_told(ada) == []  # who came back knows


def test_a_passed_deadline_is_not_put_off(ada, bob, clock):
    path = chosen(ada, bob, clock=CLOCK)
    clock.forward(days=1, seconds=3)

    problem(ada.post(f"{path}/vacation", {"days": 1}), 409, "time_is_up")
    assert game_time_out(path.id) == 1


def test_a_bank_is_not_spent_on_vacation():
    clock = {"bank": 1000}
    clocks = Clocks({0: NOON}).on_vacation(0, NOON + timedelta(seconds=100), 2)
    clocks = clocks.after(0, NOON + timedelta(days=2, seconds=300), (1,), clock)

    assert clocks.bank(0, clock) == timedelta(seconds=700)


def test_a_table_without_vacation_days_has_none(ada, bob, cleo):
    for clock in ({}, {"clock": {"per_action": DAY}}, {"clock": {"per_action": DAY, "vacation_days": 0}}):
        path = chosen(ada, bob, **clock)
        problem(ada.post(f"{path}/vacation", {"days": 1}), 409, "not_enough_vacation")
    path = chosen(ada, bob, clock=CLOCK)
    version = ada.seen(path)["version"]

    problem(cleo.post(f"{path}/vacation", {"days": 1}), 403, "not_seated")
    for days in (0, 91, "many"):
        assert set(wrong_fields(ada.post(f"{path}/vacation", {"days": days}))) == {"days"}
    assert wrong_fields(ada.post(f"{path}/vacation", {})) == {"days": "required"}
    problem(ada.delete(f"{path}/vacation"), 409, "not_away")
    assert ada.seen(path)["version"] == version
    ada.done(f"{path}/resign")
    problem(ada.post(f"{path}/vacation", {"days": 1}), 409, "seat_handed_over")
    problem(ada.post(f"{opened(ada, clock=CLOCK)}/vacation", {"days": 1}), 409, "not_playing")


def test_a_clock_has_so_many_days_at_most(ada):
    for days in (-1, 91):
        body = {"ruleset": "london", "seats": 2, "clock": {"per_action": DAY, "vacation_days": days}}
        assert set(wrong_fields(ada.post("/games", body))) == {"clock.vacation_days"}


def test_a_request_repeated_with_its_key_is_one_vacation(ada, bob):
    path = chosen(ada, bob, clock=CLOCK)

    first, second = (ada.post(f"{path}/vacation", {"days": 2}, idempotency_key="k") for _ in range(2))

    assert first.json() == second.json()
    assert seat_of(ada, path)["vacation_days"] == 3


def test_the_clock_of_a_test_table_counts_the_days(ada):
    table = {"ruleset": "london", "seats": 2, "bots": ["random"], "clock": CLOCK, "test": {"actions": []}}
    path = Table(f"/games/{ada.done('/games', table)['id']}")
    ada.done(f"{path}/vacation", {"days": 2})

    ada.done(f"{path}/clock", {"advance": 2 * DAY})
    assert "cover" not in seat_of(ada, path)
    events = ada.done(f"{path}/clock", {"advance": DAY + 2})["events"]

    assert [event["type"] for event in events] == ["clock_advanced", "seat_timed_out", "seat_handed_over"]
    assert ada.seen(f"{path}/audit")["sound"]


def test_the_others_are_notified_and_nobody_is_warned_too_early(ada, bob):
    path = chosen(ada, bob, clock=CLOCK)
    game_project(path.id)
    ada.done(f"{path}/vacation", {"days": 2})
    ada.delete(f"{path}/vacation")
    game_project(path.id)

    kinds = [(notice["kind"], notice["data"].get("until")) for notice in bob.seen("/me/notices")["items"]]
    began, ended = kinds[-2:]
    assert (began[0], ended) == ("vacation.began", ("vacation.ended", None))
    assert began[1] > seat_of(bob, path)["away_until"]
    assert not [n for n in ada.seen("/me/notices")["items"] if n["kind"].startswith("vacation")]


def test_the_log_says_when_the_clock_stands():
    folded = Clocks().on_vacation(1, NOON, 2)

    assert folded.away_until(0) is None
    assert folded.away_until(1) == NOON + timedelta(days=2)
    assert folded.back_from_vacation(1, NOON).away_until(1) == NOON
