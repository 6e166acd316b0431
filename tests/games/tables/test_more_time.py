"""POST /games/{id}/time: a player gives an opponent more time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.log.store import parsed_time
from games.projector import game_project
from rules.table import checks
from rules.table.clock import Clocks
from tests.support.callers import chosen, dealt, drawing, opened, problem, wrong_fields

pytestmark = pytest.mark.django_db

DAY = 86_400
CLOCK = {"per_action": DAY}
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_the_deadline_of_this_decision_is_put_off(ada, bob):
    path = chosen(ada, bob, clock=CLOCK)
    due = parsed_time(ada.seen(path)["deadline"])
    game_project(path.id)
    answer = bob.post(f"{path}/time", {"seat": 0, "seconds": 3600})

    (event,) = answer.json()["events"]
    assert (answer.status_code, event["type"], event["actor"], event["by"]) == (
        200,
        "time_given",
        1,
        "person",
    )
    assert parsed_time(ada.seen(path)["deadline"]) == due + timedelta(hours=1)
    text = ada.seen(f"{path}/diff?from={event['seq'] - 1}")["sentences"][0]["text"]
    assert text == "bob gave ada 3600 seconds."
    game_project(path.id)
    notice = ada.seen("/me/notices")["items"][-1]
    assert (notice["kind"], notice["data"]["seconds"]) == ("time.given", 3600)
    assert parsed_time(notice["data"]["deadline"]) == due + timedelta(hours=1)

    drawn = drawing(ada, path)  # the first of two cards: a new decision
    assert parsed_time(ada.seen(path)["deadline"]) == parsed_time(
        drawn.json()["events"][0]["at"]
    ) + timedelta(days=1)


def test_in_a_bank_it_stays_until_it_is_spent():
    clock = {"bank": 100}
    clocks = Clocks({0: NOON}).with_time(0, 50, clock)

    assert clocks.deadline(0, clock) == NOON + timedelta(seconds=150)
    clocks = clocks.after(0, NOON + timedelta(seconds=120), (1,), clock)
    assert clocks.bank(0, clock) == timedelta(seconds=30)


def test_gifts_add_up_and_end_with_the_decision():
    clock = {"per_action": 60}
    clocks = Clocks({0: NOON, 1: NOON}).with_time(0, 10, clock).with_time(0, 20, clock)

    assert clocks.deadline(0, clock) == NOON + timedelta(seconds=90)
    assert clocks.deadline(1, clock) == NOON + timedelta(seconds=60)
    assert clocks.after(1, NOON, (0,), clock).deadline(0, clock) == NOON + timedelta(seconds=90)
    assert clocks.after(0, NOON, (0, 1), clock).deadline(0, clock) == NOON + timedelta(seconds=60)


def test_only_opponents_whose_clock_runs_are_given_time(ada, bob, cleo, clock):
    path = chosen(ada, bob, clock=CLOCK)
    gift = {"seat": 0, "seconds": 60}

    problem(ada.post(f"{path}/time", gift), 409, "own_seat")
    problem(ada.post(f"{path}/time", {**gift, "seat": 1}), 409, "seat_not_deciding")
    problem(bob.post(f"{path}/time", {**gift, "seat": 7}), 409, "seat_not_deciding")
    problem(cleo.post(f"{path}/time", gift), 403, "not_seated")
    problem(bob.post(f"{chosen(ada, bob)}/time", gift), 409, "no_clock")
    problem(ada.post(f"{opened(ada, clock=CLOCK)}/time", gift), 409, "not_playing")
    for seconds in (4, 7 * DAY + 1):
        assert set(wrong_fields(bob.post(f"{path}/time", {**gift, "seconds": seconds}))) == {"seconds"}
    assert wrong_fields(bob.post(f"{path}/time", {})) == {"seat": "required", "seconds": "required"}
    clock.forward(days=2)
    problem(bob.post(f"{path}/time", gift), 409, "seat_not_deciding")  # too late


def test_bots_and_stand_ins_have_no_clock(ada, bob):
    path = dealt(ada, bob, seats=3, bots=["random"], clock=CLOCK)
    bob.done(f"{path}/resign")

    for seat in (1, 2):
        problem(ada.post(f"{path}/time", {"seat": seat, "seconds": 60}), 409, "seat_not_deciding")
    problem(bob.post(f"{path}/time", {"seat": 0, "seconds": 60}), 409, "seat_handed_over")


def test_a_player_is_given_time_so_often_and_no_more(ada, bob, monkeypatch):
    monkeypatch.setattr(checks, "MAX_TIMES", 2)
    path = chosen(ada, bob, clock=CLOCK)
    for _ in range(2):
        bob.done(f"{path}/time", {"seat": 0, "seconds": 60})

    problem(bob.post(f"{path}/time", {"seat": 0, "seconds": 60}), 409, "too_often")


def test_a_request_repeated_with_its_key_is_one_gift(ada, bob):
    path = chosen(ada, bob, clock=CLOCK)
    due = parsed_time(ada.seen(path)["deadline"])

    for _ in range(2):
        bob.done(f"{path}/time", {"seat": 0, "seconds": 60}, idempotency_key="k")

    assert parsed_time(ada.seen(path)["deadline"]) == due + timedelta(minutes=1)
