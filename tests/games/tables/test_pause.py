"""/games/{id}/pause: all clocks stand by consent of all players, for a bounded time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.log.models import Event
from games.log.store import parsed_time
from games.moves.clock import game_time_out
from games.projector import game_project
from rules.table import checks
from tests.support.callers import Caller, Table, chosen, dealt, drawing, opened, problem, wrong_fields

pytestmark = pytest.mark.django_db

DAY = 86_400
CLOCK = {"per_action": DAY, "strikes": 2}


def types(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [event["type"] for event in answer.json()["events"]]


def paused(ada: Caller, bob: Caller, days: int = 10) -> Table:
    path = chosen(ada, bob, clock=CLOCK)
    assert types(ada.post(f"{path}/pause", {"days": days})) == ["pause_proposed"]
    assert types(bob.post(f"{path}/pause/consent")) == ["pause_agreed", "game_paused"]
    return path


def test_everybody_hears_once_that_it_is_over(ada, bob, clock):
    path = paused(ada, bob, days=2)
    until = ada.seen(path)["paused_until"]
    for days in (0, 1, 1.1, 1):
        clock.forward(days=days)
        game_project(path.id)

    for caller in (ada, bob):
        items = caller.seen("/me/notices")["items"]
        (told,) = [one["data"] for one in items if one["kind"] == "pause.ending"]
        assert (told["until"], "seat" in told) == (until, False)


def test_it_begins_when_all_have_agreed(ada, bob, cleo):
    path = chosen(ada, bob, cleo, clock=CLOCK)
    due = parsed_time(ada.seen(path)["deadline"])

    assert types(bob.post(f"{path}/pause", {"days": 10})) == ["pause_proposed"]
    assert types(ada.post(f"{path}/pause/consent")) == ["pause_agreed"]
    assert ada.seen(path)["pause_proposal"] == {"seat": 1, "days": 10, "agreed": [0, 1]}
    assert parsed_time(ada.seen(path)["deadline"]) == due
    assert types(cleo.post(f"{path}/pause/consent")) == ["pause_agreed", "game_paused"]

    table = ada.seen(path)
    assert "pause_proposal" not in table
    begun = Event.objects.get(game=path.id, type="game_paused")
    assert (begun.actor, parsed_time(table["paused_until"])) == (None, begun.at + timedelta(days=10))
    assert parsed_time(table["deadline"]) == due + timedelta(days=10)


def test_no_clock_runs_until_it_is_over(ada, bob, clock):
    path = paused(ada, bob)
    clock.forward(days=10, hours=23)
    assert game_time_out(path.id) == 0

    clock.forward(hours=1, seconds=3)
    assert game_time_out(path.id) == 1


def test_moves_can_be_made_meanwhile_and_the_next_clock_stands_too(ada, bob):
    path = paused(ada, bob)
    for _ in range(2):
        assert drawing(ada, path).status_code == 201

    table = ada.seen(path)
    assert parsed_time(table["deadline"]) == parsed_time(table["paused_until"]) + timedelta(days=1)


def test_bots_agree_at_once(ada):
    path = dealt(ada, seats=3, bots=["random", "random"], clock=CLOCK)

    assert types(ada.post(f"{path}/pause", {"days": 30})) == ["pause_proposed", "game_paused"]


def test_who_was_replaced_is_not_asked(ada, bob, cleo):
    path = chosen(ada, bob, cleo, clock=CLOCK)
    ada.done(f"{path}/pause", {"days": 3})
    bob.done(f"{path}/pause/consent")
    cleo.done(f"{path}/resign")

    problem(cleo.post(f"{path}/pause/consent"), 409, "seat_handed_over")
    assert types(ada.post(f"{path}/pause", {"days": 4})) == ["pause_proposed"]
    assert types(bob.post(f"{path}/pause/consent")) == ["pause_agreed", "game_paused"]


def test_one_declines_or_takes_it_back(ada, bob):
    path = chosen(ada, bob, clock=CLOCK)
    for player in (bob, ada):
        ada.done(f"{path}/pause", {"days": 3})
        assert types(player.delete(f"{path}/pause")) == ["pause_declined"]
        problem(bob.post(f"{path}/pause/consent"), 409, "no_pause")
    assert "pause_proposal" not in ada.seen(path)


def test_one_player_ends_it_with_a_day_of_notice(ada, bob, clock):
    path = paused(ada, bob)
    clock.forward(days=2)
    answer = bob.delete(f"{path}/pause")

    assert types(answer) == ["resume_asked"]
    asked = parsed_time(answer.json()["events"][0]["at"])
    table = ada.seen(path)
    assert (parsed_time(table["paused_until"]), table["resume_asked"]) == (asked + timedelta(days=1), [1])
    problem(bob.delete(f"{path}/pause"), 409, "already_agreed")
    clock.forward(days=1, hours=23)
    assert game_time_out(path.id) == 0
    clock.forward(hours=1, seconds=3)
    assert game_time_out(path.id) == 1


def test_notice_does_not_make_it_longer(ada, bob, clock):
    path = paused(ada, bob, days=1)
    until = ada.seen(path)["paused_until"]
    clock.forward(hours=12)
    ada.delete(f"{path}/pause")

    assert ada.seen(path)["paused_until"] == until


def test_all_together_end_it_at_once(ada, bob):
    path = paused(ada, bob)
    assert types(bob.delete(f"{path}/pause")) == ["resume_asked"]
    answer = ada.delete(f"{path}/pause")

    assert types(answer) == ["resume_asked", "game_resumed"]
    assert ada.seen(path)["paused_until"] == answer.json()["events"][1]["at"]
    assert "resume_asked" not in ada.seen(path)
    problem(ada.delete(f"{path}/pause"), 409, "no_pause")
    ada.done(f"{path}/pause", {"days": 1})


def test_who_is_late_already_is_timed_out_before_it_begins(ada, bob, clock):
    path = chosen(ada, bob, clock=CLOCK)
    ada.done(f"{path}/pause", {"days": 3})
    clock.forward(days=1, seconds=3)

    events = types(bob.post(f"{path}/pause/consent"))

    assert events == ["seat_timed_out", "pause_agreed", "game_paused"]
    assert ada.seen(f"{path}/audit")["sound"]


def test_there_is_one_proposal_at_a_time_and_so_many_in_a_game(ada, bob, monkeypatch):
    monkeypatch.setattr(checks, "MAX_TIMES", 2)
    path = chosen(ada, bob, clock=CLOCK)
    ada.done(f"{path}/pause", {"days": 3})

    assert problem(bob.post(f"{path}/pause", {"days": 9}), 409, "pause_proposed")["context"] == {"days": 3}
    problem(ada.post(f"{path}/pause/consent"), 409, "already_agreed")
    ada.delete(f"{path}/pause")
    ada.done(f"{path}/pause", {"days": 3})
    ada.delete(f"{path}/pause")
    problem(ada.post(f"{path}/pause", {"days": 3}), 409, "too_often")
    until = paused(ada, bob)
    problem(ada.post(f"{until}/pause", {"days": 3}), 409, "already_paused")


def test_what_cannot_be_paused_is_refused(ada, bob, cleo):
    path = chosen(ada, bob)
    problem(ada.post(f"{path}/pause", {"days": 3}), 409, "no_clock")
    problem(ada.post(f"{path}/pause/consent"), 409, "no_clock")
    problem(ada.delete(f"{path}/pause"), 409, "no_clock")
    path = chosen(ada, bob, clock=CLOCK)
    for days in (0, 31):
        assert set(wrong_fields(ada.post(f"{path}/pause", {"days": days}))) == {"days"}
    problem(cleo.post(f"{path}/pause", {"days": 3}), 403, "not_seated")
    problem(ada.post(f"{path}/pause/consent"), 409, "no_pause")
    problem(ada.delete(f"{path}/pause"), 409, "no_pause")
    problem(ada.post(f"{opened(ada, clock=CLOCK)}/pause", {"days": 3}), 409, "not_playing")


def test_everybody_is_notified(ada, bob):
    path = chosen(ada, bob, clock=CLOCK)
    ada.done(f"{path}/pause", {"days": 3})
    bob.done(f"{path}/pause/consent")
    ada.delete(f"{path}/pause")
    bob.delete(f"{path}/pause")
    game_project(path.id)

    def told(player: Caller) -> list[str]:
        kinds = [notice["kind"] for notice in player.seen("/me/notices")["items"]]
        return [kind for kind in kinds if kind.startswith("pause")]

    assert told(ada) == ["pause.began", "pause.ending", "pause.ending"]
    assert told(bob) == ["pause.proposed", "pause.began", "pause.ending", "pause.ending"]
