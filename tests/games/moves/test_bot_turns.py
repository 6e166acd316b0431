"""Bots play on until a person has to act, one worker at a time, and never twice for one message."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import redis

from games import tasks
from games.log.models import Event, Game
from games.moves import bot_turns
from games.moves.act import game_act, game_resign
from games.moves.dispatch import MAX_ALONE, attend
from games.moves.sweep import games_sweep
from games.work.attempts import game_attempt
from games.work.models import Setback
from rules.actions import KeepTickets
from tests.support.callers import Caller, Table, opened
from tests.support.tables import (
    bots_play,
    folded_now,
    started,
    stood_still,
    table_with_bots,
)

pytestmark = pytest.mark.django_db


def test_bots_stop_where_a_person_has_to_act(sent):
    game = table_with_bots(2, people_too=1)

    bots_play(game.id)

    assert folded_now(game.id).to_act == (0,)


def test_with_a_delay_a_bot_decides_once_and_sends_for_the_next(sent):
    game = table_with_bots(2, bot_delay=500)

    bots_play(game.id)

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert sent[-1] == ("send_for_bots", str(game.host_id))


def test_a_bot_that_was_overtaken_does_nothing(sent, monkeypatch):
    """Two workers decide for the same seat: the one that comes second finds a table that has moved on."""
    game = table_with_bots(1, people_too=1)
    chosen: list[object] = []
    decide = bot_turns.decide

    def overtaken(game_id, folded, seat):
        if not chosen:
            chosen.append(game_act(game_id, KeepTickets(seat, folded.state.offers[seat]), bot="random"))
        return decide(game_id, folded, seat)

    monkeypatch.setattr(bot_turns, "decide", overtaken)
    bots_play(game.id)

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert not Setback.objects.exists()


def test_a_bot_that_is_overtaken_by_the_end_of_the_game_has_not_failed(sent, monkeypatch):
    game, _ = started()
    game_resign(game.id, 0)
    game_resign(game.id, 1)

    def overtaken(game_id, folded, seat):
        monkeypatch.undo()
        while folded_now(game_id).to_act:
            bots_play(game_id)
        return bot_turns.decide(game_id, folded, seat)

    monkeypatch.setattr(bot_turns, "decide", overtaken)
    bot_turns.play_turns(game.id)

    assert Game.objects.get(pk=game.pk).status == "scoring"


def test_a_message_for_a_table_that_has_moved_on_is_void(sent):
    game = table_with_bots(2, bot_delay=500)
    bots_play(game.id)

    bot_turns.bots_play(game.id, game.version)

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert len(sent) == 1  # a message that came twice does not go on twice


def test_a_message_whose_table_moves_on_before_its_work_begins_is_void(sent, monkeypatch):
    game = table_with_bots(2, bot_delay=500)

    def overtaken(*args, **options):
        monkeypatch.setattr(bot_turns, "game_attempt", game_attempt)
        bots_play(game.id)
        return game_attempt(*args, **options)

    monkeypatch.setattr(bot_turns, "game_attempt", overtaken)
    bot_turns.bots_play(game.id, game.version)

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert not Setback.objects.exists()  # nor has it been counted as a failure


def test_whoever_was_turned_away_by_a_message_that_is_void_is_sent_for_again(sent, monkeypatch):
    game = table_with_bots(2, bot_delay=500)

    def overtaken(*args, **options):
        monkeypatch.setattr(bot_turns, "game_attempt", game_attempt)
        bots_play(game.id)
        sent.clear()  # its message for the next turn finds us at the game, and is lost
        return game_attempt(*args, **options)

    monkeypatch.setattr(bot_turns, "game_attempt", overtaken)
    bot_turns.bots_play(game.id, game.version)

    assert sent == [("send_for_bots", str(game.host_id))]


def test_a_broker_that_is_away_is_no_error(caplog):
    game = table_with_bots(2)

    attend(game.id, folded_now(game.id))

    assert "the broker does not respond" in caplog.text


def test_a_table_is_sent_for_though_the_clock_here_is_behind(caplog, clock):
    game = table_with_bots(2)
    clock.put(game.created_at - timedelta(seconds=1))

    attend(game.id, folded_now(game.id))

    assert "the broker does not respond" in caplog.text


# -- tables of bots alone ------------------------------------------------------------------------


@pytest.fixture
def queued(monkeypatch, redis_url) -> list[Any]:
    """The messages for bots in the broker, in their order: the queue and the game."""
    with redis.Redis.from_url(redis_url) as client:
        client.flushdb()
    found: list[Any] = []
    monkeypatch.setattr(bot_turns, "BUSY_SECONDS", 0)  # one decision for each message
    monkeypatch.setattr(
        "games.work.broker.current_app.send_task",
        lambda _, args, **options: found.append((options.get("queue", ""), *args)),
    )
    return found


def bots_alone(host: Caller, number: int, **options: object) -> list[Table]:
    made = [opened(host, seats=2, bots=["random", "random"], sit=False, **options) for _ in range(number)]
    for path in made:
        host.done(f"{path}/start")
        attend(path.id, folded_now(path.id))
    return made


def take(queued: list[Any]) -> Any:
    """A worker does what the first message says. Returns its game."""
    _, game, *rest = queued.pop(0)
    tasks.play_bots(game, *rest)
    return game


def test_of_tables_of_bots_alone_only_some_of_one_host_are_in_the_queue(ada, bob, queued):
    bots_alone(ada, MAX_ALONE + 3)
    bots_alone(bob, 1)
    assert len(queued) == MAX_ALONE + 1
    assert {queue for queue, *_ in queued} == {"bots"}

    took = [take(queued) for _ in range(2 * MAX_ALONE)]

    assert len(queued) == MAX_ALONE + 1  # each that is done makes place for that which waits longest
    assert len(set(took)) > MAX_ALONE + 1


def test_a_host_with_many_tables_does_not_keep_another_with_many_waiting(ada, bob, queued):
    """Each of them has as many turns, though one has four times as many tables."""
    bots_alone(ada, 4 * (MAX_ALONE + 1))
    theirs = {str(path.id) for path in bots_alone(bob, MAX_ALONE + 1)}

    took = [take(queued) in theirs for _ in range(4 * MAX_ALONE)]

    assert sum(took) == 2 * MAX_ALONE


def test_a_table_that_fails_makes_place_for_the_others_of_its_host(ada, queued, monkeypatch):
    bots_alone(ada, MAX_ALONE + 1)
    with monkeypatch.context() as broken:
        broken.setattr(bot_turns, "decide", None)
        failed = take(queued)

    assert len(queued) == MAX_ALONE
    assert failed not in [game for _, game, *_ in queued]


def test_a_table_that_its_people_have_left_to_bots_is_one_of_bots_alone(ada, queued):
    left = [opened(ada, seats=2, bots=["random"]) for _ in range(MAX_ALONE + 1)]
    for path in left:
        ada.done(f"{path}/start")
        attend(path.id, folded_now(path.id))
    assert {queue for queue, *_ in queued} == {"people"}
    queued.clear()
    for path in left:
        ada.done(f"{path}/resign")
        attend(path.id, folded_now(path.id))

    assert [queue for queue, *_ in queued] == ["bots"] * MAX_ALONE


def test_a_table_with_a_delay_waits_for_its_time_before_it_takes_a_place(ada, queued):
    (path,) = bots_alone(ada, 1, bot_delay=500)
    (message,) = queued
    assert message == ("", str(Game.objects.get(pk=path.id).host_id))
    tasks.send_for_bots(message[1])
    assert len(queued) == 1  # too early

    stood_still(Game.objects.get(pk=path.id))
    tasks.send_for_bots(message[1])

    assert queued[1][:2] == ("bots", str(path.id))


def test_a_sweep_sends_for_tables_of_bots_alone_whose_place_was_lost(ada, bob, queued, redis_url):
    tables = [*bots_alone(ada, MAX_ALONE + 1), *bots_alone(bob, 1)]
    queued.clear()
    for path in tables:
        stood_still(Game.objects.get(pk=path.id))
    assert games_sweep() == 0  # they are in the queue, as far as anybody knows

    with redis.Redis.from_url(redis_url) as client:
        client.flushdb()
    assert games_sweep() == MAX_ALONE + 1
    assert str(tables[-1].id) in [game for _, game, *_ in queued]


def test_tables_whose_hosts_are_gone_are_played_on(ada, queued):
    (path,) = bots_alone(ada, 1)
    Game.objects.filter(pk=path.id).update(host=None)
    queued.clear()
    stood_still(Game.objects.get(pk=path.id))

    games_sweep()

    assert take(queued) == str(path.id)
    assert [game for _, game, *_ in queued] == [str(path.id)]
