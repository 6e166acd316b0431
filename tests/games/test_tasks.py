"""What happens without anybody asking: bots play on, games are settled, and nothing is forgotten."""

from __future__ import annotations

from datetime import timedelta

import psycopg
import pytest
import redis
from django.utils import timezone

from games import tasks
from games.models import Event, Game
from games.play.act import game_act, game_resign
from games.play.attempts import game_attempt
from games.play.dispatch import attend
from rules.actions import KeepTickets
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


def test_a_table_of_bots_alone_plays_to_its_end(sent):
    game = table_with_bots(3)

    while Game.objects.get(pk=game.pk).status == "playing":
        bots_play(game.id)
    tasks.settle_game(str(game.id))

    game.refresh_from_db()
    assert game.status == "finished"
    assert Event.objects.filter(game=game, type="seed_revealed").count() == 1


def test_bots_stop_where_a_person_has_to_act(sent):
    game = table_with_bots(2, people_too=1)

    bots_play(game.id)

    assert folded_now(game.id).to_act == (0,)


def test_with_a_delay_a_bot_decides_once_and_sends_for_the_next(sent):
    game = table_with_bots(2, bot_delay=500)

    bots_play(game.id)

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert sent[-1] == ("play_bots", str(game.id), folded_now(game.id).seq)


def test_settling_twice_settles_once(sent):
    game, _ = started()
    play_on(game.id, actions=5000)

    tasks.settle_game(str(game.id))
    version = Game.objects.get(pk=game.pk).version
    tasks.settle_game(str(game.id))

    assert Game.objects.get(pk=game.pk).version == version


def test_a_sweep_sends_for_what_was_forgotten_and_not_again_at_once(sent):
    game = table_with_bots(2)
    sent.clear()
    assert tasks.sweep() == 0  # it has only just moved
    stood_still(game)

    assert tasks.sweep() == 1
    assert sent == [("play_bots", str(game.id), folded_now(game.id).seq)]
    assert tasks.sweep() == 0


def test_a_sweep_finds_a_settlement_nobody_was_told_of(sent):
    game, _ = started()
    play_on(game.id, actions=5000)
    sent.clear()
    stood_still(game)

    tasks.sweep()

    assert sent == [("settle_game", str(game.id))]


def test_a_sweep_sends_for_a_deadline_that_has_passed(sent):
    game, _ = started(clock={"per_action": 5})
    assert tasks.sweep() == 0
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(seconds=1))

    assert tasks.sweep() == 1
    assert sent[-1] == ("time_out_game", str(game.id))


def test_a_game_that_waits_for_a_person_is_left_alone(sent):
    game, _ = started()
    sent.clear()
    stood_still(game)

    assert tasks.sweep() == 0


def test_a_bot_that_was_overtaken_does_nothing(sent, monkeypatch):
    """Two workers decide for the same seat: the one that comes second finds a table that has moved on."""
    game = table_with_bots(1, people_too=1)
    chosen: list[object] = []
    decide = tasks.decide

    def overtaken(game_id, folded, seat):
        if not chosen:
            chosen.append(game_act(game_id, KeepTickets(seat, folded.state.offers[seat]), bot="random"))
        return decide(game_id, folded, seat)

    monkeypatch.setattr(tasks, "decide", overtaken)
    bots_play(game.id)

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert Game.objects.get(pk=game.pk).parked_at is None


def test_a_bot_that_is_overtaken_by_the_end_of_the_game_has_not_failed(sent, monkeypatch):
    game, _ = started()
    game_resign(game.id, 0)
    game_resign(game.id, 1)

    def overtaken(game_id, folded, seat):
        monkeypatch.undo()
        while folded_now(game_id).to_act:
            bots_play(game_id)
        return tasks.decide(game_id, folded, seat)

    monkeypatch.setattr(tasks, "decide", overtaken)
    tasks.play_turns(game.id)

    assert Game.objects.get(pk=game.pk).status == "scoring"


def test_a_message_for_a_table_that_has_moved_on_is_void(sent):
    game = table_with_bots(2, bot_delay=500)
    bots_play(game.id)

    tasks.play_bots(str(game.id), game.version)

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert len(sent) == 1  # a message that came twice does not go on twice


def test_a_message_whose_table_moves_on_before_its_work_begins_is_void(sent, monkeypatch):
    game = table_with_bots(2, bot_delay=500)

    def overtaken(*args, **options):
        monkeypatch.setattr(tasks, "game_attempt", game_attempt)
        bots_play(game.id)
        return game_attempt(*args, **options)

    monkeypatch.setattr(tasks, "game_attempt", overtaken)
    tasks.play_bots(str(game.id), game.version)

    assert Event.objects.filter(game=game, type="tickets_chosen").count() == 1
    assert Game.objects.get(pk=game.pk).tried_version == game.version  # nor has it been counted as a try


def test_whoever_was_turned_away_by_a_message_that_is_void_is_sent_for_again(sent, monkeypatch):
    game = table_with_bots(2, bot_delay=500)

    def overtaken(*args, **options):
        monkeypatch.setattr(tasks, "game_attempt", game_attempt)
        bots_play(game.id)
        sent.clear()  # its message for the next turn finds us at the game, and is lost
        return game_attempt(*args, **options)

    monkeypatch.setattr(tasks, "game_attempt", overtaken)
    tasks.play_bots(str(game.id), game.version)

    assert sent == [("play_bots", str(game.id), folded_now(game.id).seq)]


def test_a_sweep_lets_a_bot_wait_as_long_as_its_table_wants(sent):
    game = table_with_bots(2, bot_delay=60_000)
    Game.objects.filter(pk=game.pk).update(moved_at=timezone.now() - timedelta(seconds=30))

    assert game.attend_at == game.moved_at + timedelta(seconds=60)
    assert tasks.sweep() == 0


def test_a_sweep_comes_to_every_game_however_many_cannot_be_helped(sent, monkeypatch):
    monkeypatch.setattr(tasks, "SWEPT_AT_ONCE", 1)
    games = [table_with_bots(2) for _ in range(3)]
    for game in games:
        stood_still(game)

    for _ in games:
        tasks.sweep()
        long_ago = timezone.now() - timedelta(seconds=20)
        Game.objects.filter(sent_at__gt=long_ago).update(sent_at=long_ago)

    assert {game for _, game, _ in sent} == {str(game.id) for game in games}


@pytest.mark.parametrize(("seated", "queue"), [(0, "bots"), (1, "people")])
def test_tables_where_people_sit_do_not_wait_behind_those_of_bots(monkeypatch, seated, queue):
    used: list[str] = []
    monkeypatch.setattr(
        "games.play.dispatch.current_app.send_task", lambda *_, queue, **__: used.append(queue)
    )
    game = table_with_bots(2, people_too=seated, bot_delay=500)

    bots_play(game.id)
    stood_still(game)
    tasks.sweep()

    assert used == [queue, queue]


def test_a_broker_that_is_away_is_no_error(caplog):
    game = table_with_bots(2)

    attend(game.id, folded_now(game.id))

    assert "the broker does not answer" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_sweep_does_not_wait_for_a_game_that_is_being_moved(sent, servers):
    games = [table_with_bots(2) for _ in range(2)]
    for game in games:
        stood_still(game)
    sent.clear()

    with psycopg.connect(**own_connection()) as other:
        other.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [games[0].id])
        assert tasks.sweep() == 1

    assert [game for _, game, _ in sent] == [str(games[1].id)]


def test_a_sweep_does_not_lengthen_a_queue_in_which_every_game_waits_already(sent, redis_url):
    games = [table_with_bots(2) for _ in range(3)]
    for game in games:
        stood_still(game)
    with redis.Redis.from_url(redis_url) as broker:
        try:
            broker.rpush("bots", "one", "two")
            broker.rpush("people", "three")
            tasks.sweep()
            assert sent == []

            Game.objects.update(sent_at=None)
            broker.delete("people")  # a message was lost: nobody knows whose
            tasks.sweep()
        finally:
            broker.delete("bots", "people")
    assert {game for _, game, _ in sent} == {str(game.id) for game in games}
