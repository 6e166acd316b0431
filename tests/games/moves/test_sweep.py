"""A sweep finds the games whose task was lost, and leaves the others alone."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import psycopg
import pytest
import redis
from django.db import connection
from django.utils import timezone

from games.log.models import Game
from games.moves.sweep import games_sweep
from tests.support.tables import (
    folded_now,
    own_connection,
    play_on,
    started,
    stood_still,
    table_with_bots,
)

pytestmark = pytest.mark.django_db

QUEUES = ("bots", "people", "clock")  # in which other tests may have left tasks


def test_a_sweep_sends_for_what_was_forgotten_and_not_again_at_once(sent, redis_url):
    game = table_with_bots(2, people_too=1)
    sent.clear()
    assert games_sweep() == 0  # it has only just moved
    stood_still(game)

    assert games_sweep() == 1
    assert sent == [("play_bots", str(game.id), folded_now(game.id).seq)]
    assert games_sweep() == 0


def test_a_sweep_finds_a_settlement_nobody_was_told_of(sent):
    game, _ = started()
    play_on(game.id, actions=5000)
    sent.clear()
    stood_still(game)

    games_sweep()

    assert sent == [("settle_game", str(game.id))]


def test_a_sweep_sends_for_a_deadline_that_has_passed(sent):
    game, _ = started(clock={"per_action": 5})
    assert games_sweep() == 0
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(seconds=3))

    assert games_sweep() == 1
    assert sent[-1] == ("time_out_game", str(game.id))


def test_a_game_that_waits_for_a_person_is_left_alone(sent):
    game, _ = started()
    sent.clear()
    stood_still(game)

    assert games_sweep() == 0


def test_a_sweep_lets_a_bot_wait_as_long_as_its_table_wants(sent):
    game = table_with_bots(2, bot_delay=60_000)
    Game.objects.filter(pk=game.pk).update(moved_at=timezone.now() - timedelta(seconds=30))

    assert game.attend_at == game.moved_at + timedelta(seconds=60)
    assert games_sweep() == 0


def test_a_sweep_goes_on_until_nothing_is_due(sent, monkeypatch):
    monkeypatch.setattr("games.moves.sweep.BATCH", 2)
    games = [table_with_bots(2, people_too=1) for _ in range(5)]
    sent.clear()
    for game in games:
        stood_still(game)

    assert games_sweep() == 5
    assert {game for _, game, *_ in sent} == {str(game.id) for game in games}


def test_many_games_of_one_kind_do_not_delay_the_others(sent, monkeypatch):
    monkeypatch.setattr("games.moves.sweep.BATCH", 1)
    for game in [table_with_bots(2) for _ in range(3)]:
        stood_still(game)
    late, _ = started(clock={"per_action": 5})
    Game.objects.filter(pk=late.pk).update(deadline=timezone.now() - timedelta(seconds=3))
    over, _ = started()
    play_on(over.id, actions=5000)
    stood_still(over)
    sent.clear()

    games_sweep()

    assert [task for task, *_ in sent] == ["time_out_game", "settle_game", *["play_bots"] * 3]


def test_a_sweep_stops_when_its_time_is_up_and_the_next_goes_on(sent, redis_url, monkeypatch):
    monkeypatch.setattr("games.moves.sweep.BATCH", 1)
    games = [table_with_bots(2, people_too=1) for _ in range(3)]
    for game in games:
        stood_still(game)
    sent.clear()
    clock = iter([0.0, *[1.0] * 5, 5.0])  # the start, one turn of each kind, a message, and then it is over
    with monkeypatch.context() as hurried:
        hurried.setattr("games.moves.sweep.time", SimpleNamespace(monotonic=lambda: next(clock)))
        assert games_sweep() == 1

    assert games_sweep() == 2
    assert {game for _, game, _ in sent} == {str(game.id) for game in games}


def test_a_sweep_sends_no_more_than_the_workers_can_take(sent, redis_url, monkeypatch):
    """Time-outs that wait in a queue do not keep a bot waiting, whose queue is empty."""
    monkeypatch.setattr("games.moves.sweep.MAX_QUEUED", 2)
    late, _ = started(clock={"per_action": 5})
    Game.objects.filter(pk=late.pk).update(deadline=timezone.now() - timedelta(seconds=3))
    game = table_with_bots(2)
    stood_still(game)
    sent.clear()
    with redis.Redis.from_url(redis_url) as broker:
        try:
            broker.delete(*QUEUES)
            broker.rpush("clock", "one", "two")
            games_sweep()
            assert [task for task, *_ in sent] == ["play_bots"]

            broker.lpop("clock")
            games_sweep()
        finally:
            broker.delete("clock")
    assert [task for task, *_ in sent] == ["play_bots", "time_out_game"]


@pytest.mark.parametrize(("seated", "queue"), [(0, "bots"), (1, "people")])
def test_tables_where_people_sit_do_not_wait_behind_those_of_bots(monkeypatch, seated, queue):
    used: list[str] = []
    monkeypatch.setattr("games.work.broker.current_app.send_task", lambda *_, queue, **__: used.append(queue))
    game = table_with_bots(2, people_too=seated)

    stood_still(game)
    games_sweep()

    assert used == [queue]


def test_a_table_with_people_whose_message_was_lost_does_not_wait_for_an_empty_queue(sent, redis_url):
    """As many messages as there are games that wait: but one of them is for a game that has just moved."""
    lost = table_with_bots(2, people_too=1)
    stood_still(lost)
    sent.clear()
    with redis.Redis.from_url(redis_url) as broker:
        try:
            broker.rpush("people", "one", "two")
            games_sweep()
        finally:
            broker.delete("people")
    assert sent == [("play_bots", str(lost.id), lost.version)]


@pytest.mark.parametrize("full", ["people", "bots"])
def test_a_full_queue_keeps_only_its_own_games_waiting(sent, redis_url, monkeypatch, full):
    monkeypatch.setattr("games.moves.sweep.MAX_QUEUED", 1)
    games = {"people": table_with_bots(2, people_too=1), "bots": table_with_bots(2)}
    for game in games.values():
        stood_still(game)
    sent.clear()
    with redis.Redis.from_url(redis_url) as broker:
        try:
            broker.delete(*QUEUES)
            broker.rpush(full, "one")
            games_sweep()
        finally:
            broker.delete(full)
    del games[full]
    assert [game for _, game, *_ in sent] == [str(game.id) for game in games.values()]


def test_a_sweep_that_sends_slowly_stops_in_time(sent, redis_url, monkeypatch):
    games = [table_with_bots(2, people_too=1) for _ in range(3)]
    for game in games:
        stood_still(game)
    sent.clear()
    clock = iter([0.0, *[1.0] * 4, 5.0, 5.0])  # the start, three kinds, one message, and it is over
    with monkeypatch.context() as hurried:
        hurried.setattr("games.moves.sweep.time", SimpleNamespace(monotonic=lambda: next(clock)))
        assert games_sweep() == 1


@pytest.mark.django_db(transaction=True)
def test_a_sweep_does_not_wait_for_a_game_that_is_being_moved(sent, redis_url):
    games = [table_with_bots(2, people_too=1) for _ in range(2)]
    for game in games:
        stood_still(game)
    sent.clear()

    with psycopg.connect(**own_connection()) as other, connection.cursor() as cursor:
        other.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [games[0].id])
        cursor.execute("SET lock_timeout = '5s'")
        try:
            assert games_sweep() == 2
        finally:
            cursor.execute("RESET lock_timeout")

    assert {game for _, game, _ in sent} == {str(game.id) for game in games}
