"""Clocks: deadlines follow from the log, running out of time is an event, and it happens once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bots.registry import STAND_IN
from games.log import writes
from games.log.models import Event, Game
from games.moves.act import game_act, game_preview
from games.moves.clock import game_time_out
from games.tables.lobby import TableWish, game_create, game_start
from rules.actions import KeepTickets
from rules.table.checks import SeatPlayedByAnother, TimeIsUp
from rules.table.clock import GRACE, Clocks, timestamp
from tests.support.clock import Clock
from tests.support.tables import bots_play, folded_now, people, play_on, started

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


DAY = timedelta(days=1)


def seconds(count: float) -> timedelta:
    return timedelta(seconds=count)


def test_each_decision_has_its_own_time():
    clock = {"per_action": 60}

    clocks = Clocks().after(None, NOON, (0,), clock)
    assert clocks.deadline(0, clock) == NOON + seconds(60)

    clocks = clocks.after(0, NOON + seconds(30), (0,), clock)  # a first card, and a second to come
    assert clocks.deadline(0, clock) == NOON + seconds(90)
    assert clocks.deadline(1, clock) is None


def test_another_seats_choice_does_not_lengthen_mine():
    clock = {"per_action": 60}
    clocks = Clocks().after(None, NOON, (0, 1), clock).after(1, NOON + seconds(50), (0,), clock)

    assert clocks.deadline(0, clock) == NOON + seconds(60)


def test_a_bank_runs_down_while_waited_for_and_grows_with_each_decision():
    clock = {"bank": 100, "increment": 5}
    clocks = Clocks().after(None, NOON, (0,), clock)

    clocks = clocks.after(0, NOON + seconds(40), (1,), clock)
    assert clocks.bank(0, clock) == seconds(65)
    clocks = clocks.after(1, NOON + seconds(200), (0,), clock)

    assert clocks.bank(1, clock) == seconds(5)
    assert clocks.deadline(0, clock) == NOON + seconds(265)


@pytest.mark.parametrize("increment", [0, 5])
def test_a_move_in_the_grace_empties_the_bank_and_no_more(increment):
    clock = {"bank": 100, "increment": increment}
    clocks = Clocks().after(None, NOON, (0,), clock)

    clocks = clocks.after(0, NOON + seconds(100) + GRACE, (0,), clock)

    assert clocks.bank(0, clock) == seconds(increment)
    assert clocks.deadline(0, clock) == NOON + seconds(100) + GRACE + seconds(increment)


def test_a_vacation_that_begins_in_the_grace_puts_off_the_deadline_and_a_later_one_does_not():
    clock = {"per_action": 60}
    clocks = Clocks().after(None, NOON, (0,), clock)
    moment = timedelta(microseconds=1)

    over = NOON + seconds(60) + GRACE
    assert clocks.on_vacation(0, over - moment, 1).deadline(0, clock) == NOON + seconds(60) + DAY
    assert clocks.on_vacation(0, over, 1).deadline(0, clock) == NOON + seconds(60)


def overdue_game() -> Game:
    """A game whose two players have let their first decision run out."""
    game, _ = started(clock={"per_action": 5, "strikes": 2})
    assert game.deadline is not None
    return game


def test_running_out_of_time_is_an_event_and_a_stand_in_decides_once(clock):
    game = overdue_game()
    assert game_time_out(game.id) == 0
    clock.forward(seconds=8)

    assert game_time_out(game.id) == 2
    assert game_time_out(game.id) == 0

    assert Event.objects.filter(game=game, type="seat_timed_out").count() == 2
    folded = folded_now(game.id)
    assert [chair.played_by for chair in folded.table.chairs] == [STAND_IN, STAND_IN]
    with pytest.raises(TimeIsUp):
        game_act(game.id, KeepTickets(0, folded.state.offers[0][:1]))  # type: ignore[union-attr]

    bots_play(game.id)
    made = Event.objects.filter(game=game, type="tickets_chosen")
    assert set(made.values_list("actor", "by")) == {(0, "cover"), (1, "cover")}
    chairs = folded_now(game.id).table.chairs
    assert [(chair.played_by, chair.strikes) for chair in chairs] == [("", 1), ("", 1)]


def at_the_deadline(game: Game, clock: Clock, after: timedelta) -> KeepTickets:
    """The services' clock stands so long after the deadline. Returns a move of the first seat."""
    folded = folded_now(game.id)
    clock.stop()
    clock.put(folded.deadline(0) + after)  # type: ignore[operator, arg-type]
    return KeepTickets(0, folded.state.offers[0][:2])  # type: ignore[union-attr]


def test_until_the_grace_is_over_a_move_counts(clock):
    game = overdue_game()
    move = at_the_deadline(game, clock, GRACE - timedelta(microseconds=1))

    assert game_time_out(game.id) == 0
    at_the_deadline(game, clock, GRACE)
    outcome = game_act(game.id, move)

    assert outcome.entries[0]["by"] == "person"
    assert game_time_out(game.id) == 1  # the other seat


def test_a_later_one_is_refused_though_no_sweep_has_come_by(clock):
    game = overdue_game()
    move = at_the_deadline(game, clock, GRACE + timedelta(microseconds=1))
    deadline = timestamp(folded_now(game.id).deadline(0))  # type: ignore[arg-type]

    with pytest.raises(TimeIsUp) as refused:
        game_act(game.id, move)
    with pytest.raises(TimeIsUp):
        game_preview(game.id, folded_now(game.id), move)

    assert refused.value.data == {"deadline": deadline}
    assert not Event.objects.filter(game=game, type__in=("tickets_chosen", "seat_timed_out")).exists()
    game_time_out(game.id)
    with pytest.raises(TimeIsUp) as refused:
        game_act(game.id, move)
    assert refused.value.data == {"deadline": deadline}


def test_a_move_that_came_in_time_counts_however_long_others_keep_it_waiting(clock, monkeypatch):
    game = overdue_game()
    due = folded_now(game.id).deadline(0) or NOON
    move = at_the_deadline(game, clock, GRACE)

    def overtaken(*_: Any) -> bool:
        clock.forward(days=1)
        return False

    monkeypatch.setattr(writes, "append_unless_changed", overtaken)

    outcome = game_act(game.id, move)

    assert outcome.entries[0]["at"] == timestamp(due + GRACE)


def test_a_move_that_is_overtaken_by_the_time_out_is_refused(clock, monkeypatch):
    """Its statement waits for the sweep, and does nothing when that is done."""
    game = overdue_game()
    move, write = at_the_deadline(game, clock, GRACE), writes.append_unless_changed

    def later(*args: Any) -> bool:
        game_time_out(game.id)
        return write(*args)

    monkeypatch.setattr(writes, "append_unless_changed", later)

    with pytest.raises(TimeIsUp):
        game_act(game.id, move)
    assert Event.objects.filter(game=game, type="seat_timed_out").count() == 2
    assert not Event.objects.filter(game=game, type="tickets_chosen").exists()


def test_after_so_many_time_outs_the_seat_is_handed_over(clock):
    game = overdue_game()
    clock.forward(seconds=8)
    game_time_out(game.id)
    bots_play(game.id)
    turn = folded_now(game.id).to_act[0]
    clock.forward(seconds=54)

    game_time_out(game.id)

    assert folded_now(game.id).table.chairs[turn].stand_in == STAND_IN
    handed_over = folded_now(game.id).seq
    bots_play(game.id)
    made = Event.objects.filter(game=game, seq__gt=handed_over, actor=turn)
    assert set(made.values_list("by", flat=True)) == {"stand_in"}
    folded = folded_now(game.id)
    assert folded.to_act == (1 - turn,)
    assert folded.table.chairs[turn].played_by == STAND_IN
    with pytest.raises(SeatPlayedByAnother):
        game_act(game.id, KeepTickets(turn, ()))


def test_a_table_without_a_clock_has_no_deadline():
    game, _ = started()
    assert game.deadline is None
    assert game_time_out(game.id) == 0


def test_bots_have_no_deadline():
    players = people(1)
    wish = TableWish(ruleset="london", seats=2, bots=["random"], clock={"per_action": 5})
    game = game_create(players[0], wish).game
    game_start(game.id, players[0])

    folded = folded_now(game.id)
    assert folded.deadline(0) is not None
    assert folded.deadline(1) is None


def test_times_never_run_backwards_though_the_clocks_of_two_servers_differ(clock):
    game, _ = started("london", 2)
    before = folded_now(game.id).at
    clock.forward(minutes=-3)

    play_on(game.id, actions=3)

    times = list(Event.objects.filter(game=game).order_by("seq").values_list("at", flat=True))
    assert times == sorted(times)
    assert times[-1] == before
