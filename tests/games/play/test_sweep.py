"""A sweep finds the games whose task was lost, and leaves the others alone."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import psycopg
import pytest
import redis
from django.utils import timezone

from games.models import Game
from games.play.sweep import games_sweep
from tests.support.tables import (
    bots_play,
    folded_now,
    own_connection,
    play_on,
    started,
    stood_still,
    table_with_bots,
)

pytestmark = pytest.mark.django_db


def test_a_sweep_sends_for_what_was_forgotten_and_not_again_at_once(sent):
    game = table_with_bots(2)
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
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(seconds=1))

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
    monkeypatch.setattr("games.play.sweep.BATCH", 2)
    games = [table_with_bots(2) for _ in range(5)]
    sent.clear()
    for game in games:
        stood_still(game)

    assert games_sweep() == 5
    assert {game for _, game, _ in sent} == {str(game.id) for game in games}


def test_many_games_of_one_kind_do_not_delay_the_others(sent, monkeypatch):
    monkeypatch.setattr("games.play.sweep.BATCH", 1)
    for game in [table_with_bots(2) for _ in range(3)]:
        stood_still(game)
    late, _ = started(clock={"per_action": 5})
    Game.objects.filter(pk=late.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    over, _ = started()
    play_on(over.id, actions=5000)
    stood_still(over)
    sent.clear()

    games_sweep()

    assert [task for task, *_ in sent] == ["time_out_game", "settle_game", *["play_bots"] * 3]


def test_a_sweep_stops_when_its_time_is_up_and_the_next_goes_on(sent, monkeypatch):
    monkeypatch.setattr("games.play.sweep.BATCH", 1)
    games = [table_with_bots(2) for _ in range(3)]
    for game in games:
        stood_still(game)
    sent.clear()
    for _ in games:
        clock = iter([0.0, *[1.0] * 3, 5.0])  # the start, one turn of each kind, and then it is over
        monkeypatch.setattr(
            "games.play.sweep.time", SimpleNamespace(monotonic=lambda clock=clock: next(clock))
        )
        assert games_sweep() == 1

    assert {game for _, game, _ in sent} == {str(game.id) for game in games}


def test_a_sweep_sends_no_more_than_the_workers_can_take(sent, redis_url, monkeypatch):
    """Time-outs that wait in a queue do not keep a bot waiting, whose queue is empty."""
    monkeypatch.setattr("games.play.sweep.MAX_QUEUED", 2)
    late, _ = started(clock={"per_action": 5})
    Game.objects.filter(pk=late.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    game = table_with_bots(2)
    stood_still(game)
    sent.clear()
    with redis.Redis.from_url(redis_url) as broker:
        try:
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
    monkeypatch.setattr(
        "games.play.dispatch.current_app.send_task", lambda *_, queue, **__: used.append(queue)
    )
    game = table_with_bots(2, people_too=seated, bot_delay=500)

    bots_play(game.id)
    stood_still(game)
    games_sweep()

    assert used == [queue, queue]


@pytest.mark.django_db(transaction=True)
def test_a_sweep_does_not_wait_for_a_game_that_is_being_moved(sent, servers):
    games = [table_with_bots(2) for _ in range(2)]
    for game in games:
        stood_still(game)
    sent.clear()

    with psycopg.connect(**own_connection()) as other:
        other.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [games[0].id])
        assert games_sweep() == 1

    assert [game for _, game, _ in sent] == [str(games[1].id)]


def test_a_sweep_does_not_lengthen_a_queue_in_which_every_game_waits_already(sent, redis_url):
    games = [table_with_bots(2) for _ in range(3)]
    for game in games:
        stood_still(game)
    with redis.Redis.from_url(redis_url) as broker:
        try:
            broker.rpush("bots", "one", "two")
            broker.rpush("people", "three")
            games_sweep()
            assert sent == []

            Game.objects.update(sent_at=None)
            broker.delete("people")  # a message was lost: nobody knows whose
            games_sweep()
        finally:
            broker.delete("bots", "people")
    assert {game for _, game, _ in sent} == {str(game.id) for game in games}
