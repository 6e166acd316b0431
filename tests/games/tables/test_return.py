"""POST /games/{id}/return: taking a seat back from its stand-in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bots.registry import STAND_IN
from games.log.models import Event, Game
from games.moves.act import game_act, game_resign
from games.moves.bot_turns import choose
from games.moves.clock import game_time_out
from games.moves.settlement import game_settle
from games.ratings.models import Rating, Result
from games.tables.absences import seat_ask
from games.tables.lobby import TableWish
from games.tables.rematch import game_rematch
from rules.table import checks
from rules.table.checks import MAX_TIMES, SeatPlayedByAnother
from rules.table.clock import Clocks
from rules.table.stand_ins import Return
from tests.support.callers import chosen, drawing, opened, problem, wrong_fields
from tests.support.clock import Clock
from tests.support.tables import bots_play, folded_now, play_on, started

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_the_player_decides_again_and_the_log_says_who(ada, bob):
    path = chosen(ada, bob)
    ada.done(f"{path}/resign")
    answer = ada.post(f"{path}/return")

    found = answer.json()
    assert answer.status_code == 200
    assert [(e["type"], e["actor"], e["by"]) for e in found["events"]] == [("seat_returned", 0, "person")]
    assert "stand_in" not in bob.seen(path)["seats"][0]
    assert "stand_in" not in ada.seen("/me/games")["items"][0]["seats"][0]
    assert ada.seen("/me/games")["items"][0]["my_turn"]
    drawn = drawing(ada, path)
    assert (drawn.status_code, drawn.json()["events"][0]["by"]) == (201, "person")
    assert bob.seen(f"{path}/diff?from={found['version'] - 1}&to={found['version']}")["sentences"][0][
        "text"
    ] == ("ada took the seat back.")


def test_a_request_repeated_with_its_key_is_one_return(ada, bob):
    path = chosen(ada, bob)
    ada.done(f"{path}/resign")

    first, second = (ada.post(f"{path}/return", idempotency_key="k") for _ in range(2))

    assert first.json() == second.json()
    assert Event.objects.filter(game=path.id, type="seat_returned").count() == 1


def test_only_a_stand_in_can_be_sent_away_and_only_by_its_player(ada, bob, cleo):
    path = chosen(ada, bob)
    problem(ada.post(f"{path}/return"), 409, "no_stand_in")
    ada.done(f"{path}/resign")

    problem(bob.post(f"{path}/return"), 409, "no_stand_in")
    problem(cleo.post(f"{path}/return"), 403, "not_seated")
    problem(cleo.post(f"{chosen(ada, bob, visibility='private')}/return"), 404, "not_found")
    problem(ada.post(f"{opened(ada)}/return"), 409, "not_playing")
    assert wrong_fields(ada.post(f"{path}/return", {"seat": 0})) == {"seat": "unknown"}


def test_a_table_can_say_that_stand_ins_stay(ada, bob):
    path = chosen(ada, bob, stand_ins="to_the_end")
    ada.done(f"{path}/resign")

    assert ada.seen(path)["stand_ins"] == "to_the_end"
    before = ada.seen(path)["version"]
    problem(ada.post(f"{path}/return"), 409, "stand_in_stays")
    assert ada.seen(path)["version"] == before
    body = {"ruleset": "london", "seats": 2, "stand_ins": "never"}
    assert wrong_fields(ada.post("/games", body)) == {"stand_ins": "invalid_choice"}


def test_a_rematch_keeps_what_the_table_says_of_stand_ins():
    game, players = started(stand_ins="to_the_end")
    play_on(game.id, actions=5000)
    game_settle(game.id)

    assert game_rematch(game.id, players[0]).folded.table.stand_ins == "to_the_end"


def test_a_seat_is_taken_back_so_many_times_and_no_more(ada, bob, monkeypatch):
    monkeypatch.setattr(checks, "MAX_TIMES", 2)
    path = chosen(ada, bob)
    for _ in range(2):
        ada.done(f"{path}/resign")
        ada.done(f"{path}/return")
    ada.done(f"{path}/resign")

    assert problem(ada.post(f"{path}/return"), 409, "too_often")["context"]["most"] == 2
    assert MAX_TIMES > 2


def test_a_decision_that_the_stand_in_had_under_way_is_refused():
    game, players = started()
    game_resign(game.id, 0)
    folded = folded_now(game.id)
    action = choose(game.id, folded.state, folded, 0)  # type: ignore[arg-type]  # it has started

    seat_ask(game.id, players[0], Return)

    with pytest.raises(SeatPlayedByAnother):
        game_act(game.id, action, bot=STAND_IN)
    version = folded_now(game.id).seq
    bots_play(game.id)
    assert folded_now(game.id).seq == version


# -- clocks ------------------------------------------------------------------------------------


def handed_over(clock: Clock, **times: int) -> tuple[Game, Any]:
    game, players = started(clock={**times, "strikes": 1})
    clock.forward(seconds=30)
    assert game_time_out(game.id) == 2
    return game, players


def test_time_begins_anew_and_the_next_time_out_hands_over_again(clock):
    game, players = handed_over(clock, per_action=5)

    seat_ask(game.id, players[0], Return)

    folded = folded_now(game.id)
    assert folded.deadline(0) == folded.at + timedelta(seconds=5)  # type: ignore[operator]
    assert folded.people_to_act == (0,)
    assert game_time_out(game.id) == 0
    clock.forward(seconds=30)
    assert game_time_out(game.id) == 1
    chair = folded_now(game.id).table.chairs[0]
    assert (chair.stand_in, chair.strikes) == (STAND_IN, 2)


def test_a_bank_has_at_least_a_tenth_again():
    clock = {"bank": 100}
    late = Clocks({0: NOON}).begun_anew(0, NOON + timedelta(seconds=500), clock)
    assert late.bank(0, clock) == timedelta(seconds=10)
    assert late.deadline(0, clock) == NOON + timedelta(seconds=510)

    early = Clocks({0: NOON}).begun_anew(0, NOON + timedelta(seconds=30), clock)
    assert early.bank(0, clock) == timedelta(seconds=70)
    waiting = Clocks({1: NOON}).begun_anew(0, NOON, clock)
    assert (waiting.bank(0, clock), waiting.deadline(0, clock)) == (timedelta(seconds=100), None)


# -- ratings -----------------------------------------------------------------------------------


def to_the_end(game: Game) -> list[Result]:
    play_on(game.id, actions=5000)
    game_settle(game.id)
    return list(Result.objects.filter(game=game).order_by("seat"))


def test_a_game_in_which_the_stand_in_decided_rates_nobody():
    game, players = started()
    game_resign(game.id, 0)
    bots_play(game.id)
    seat_ask(game.id, players[0], Return)

    found = to_the_end(game)

    assert [result.finished for result in found] == [False, True]
    assert [result.rating_after for result in found] == [None, None]
    assert Rating.objects.get(player=players[0]).left == 1


def test_a_seat_taken_back_before_the_stand_in_decided_was_never_left():
    game, players = started()
    game_resign(game.id, 0)
    seat_ask(game.id, players[0], Return)

    found = to_the_end(game)

    assert all(result.finished and result.rating_after is not None for result in found)


def test_the_stand_ins_of_a_table_are_those_of_its_wish():
    assert TableWish(ruleset="london", seats=2).stand_ins == "until_return"
