"""The notifier as a process: what it hears, what it finds by itself, and the deadlines it warns of."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from games import projector
from games.log import wakes
from games.log.models import Game
from games.management.commands import notify
from games.moves.settlement import game_settle
from games.notices.models import Notice, NotifierCursor
from games.notices.selectors import (
    games_moved_since,
    games_to_notify,
    games_to_warn,
    newest_number,
    notices_after,
)
from games.projector import game_project
from games.redis_clients import shared_client
from games.work.models import Setback
from tests.support.notified import choose, looked, told
from tests.support.tables import folded_now, play_on, started, stood_still, table_with_bots

pytestmark = pytest.mark.django_db


# -- what was not heard ------------------------------------------------------------------------


def test_what_nobody_heard_of_is_found_by_looking():
    game, (ada, _) = started()
    assert games_to_notify() == [game.id]

    looked()

    assert len(told(ada)) == 3
    assert not games_to_notify()


def test_after_the_first_look_only_what_moved_lately_and_a_slice_are_read(monkeypatch):
    """The slices come round to every game, so that what was missed for any reason is found in the end."""
    games = [started()[0] for _ in range(3)]
    rounds = notify.Rounds()
    notify.notify_all(notify.forgotten(rounds))
    NotifierCursor.objects.update(seq=0)  # as if nobody had read anything
    monkeypatch.setattr(notify, "SLICE", 1)
    moved, *still = sorted(games, key=lambda game: game.id, reverse=True)
    Game.objects.filter(pk__in=[game.id for game in still]).update(
        moved_at=timezone.now() - timedelta(days=1)
    )

    assert set(notify.forgotten(rounds)) == {moved.id, still[1].id}
    assert set(notify.forgotten(rounds)) == {moved.id, still[0].id}


@pytest.mark.parametrize("seconds", [0, 1, 59, 60, 61, 3600])
def test_a_game_that_moved_since_a_moment_is_found_wherever_its_minute_begins(seconds):
    game, _ = started()
    earlier, _ = started()
    moved = datetime(2026, 1, 31, 18, 0, 59, 999999, tzinfo=UTC) + timedelta(seconds=seconds)
    Game.objects.filter(pk=game.pk).update(moved_at=moved)
    Game.objects.filter(pk=earlier.pk).update(moved_at=moved - timedelta(microseconds=1))

    assert games_moved_since(moved) == [game.id]
    assert set(games_moved_since(moved - timedelta(microseconds=1))) == {game.id, earlier.id}


def test_what_moved_while_a_look_took_long_is_in_the_next(monkeypatch):
    game, _ = started()
    rounds = notify.Rounds()
    notify.notify_all(notify.forgotten(rounds))
    rounds.since = timezone.now() - timedelta(minutes=5)
    NotifierCursor.objects.update(seq=0)
    monkeypatch.setattr(notify, "cursors_after", lambda *_: [])

    stood_still(game, seconds=299)
    assert notify.forgotten(rounds) == [game.id]
    stood_still(game, seconds=60)
    assert notify.forgotten(rounds) == []


def test_after_a_failure_of_the_database_everything_is_looked_at_again(monkeypatch):
    def fail(*_):
        raise OperationalError("the connection is lost")

    rounds = notify.Rounds(since=timezone.now())
    with monkeypatch.context() as patch:
        patch.setattr(notify, "games_moved_since", fail)
        patch.setattr(connection, "close", lambda: None)
        notify.once(lambda _: set(), rounds)

    assert rounds.since is None


def test_a_game_that_is_over_and_told_is_looked_at_no_more():
    game, _ = started()
    play_on(game.id, actions=5000)
    game_settle(game.id)
    looked()

    assert not NotifierCursor.objects.exists()
    assert not games_to_notify()
    told_all = Notice.objects.count()
    game_project(game.id)
    assert Notice.objects.count() == told_all


def test_a_table_of_bots_alone_is_told_of_to_its_host_when_it_is_over():
    game = table_with_bots(2)
    assert not games_to_notify()
    play_on(game.id, actions=5000)
    game_settle(game.id)

    looked()

    assert game.host is not None
    assert told(game.host) == ["game.finished"]


def test_a_game_that_cannot_be_told_of_keeps_nobody_from_hearing_of_the_others(monkeypatch, caplog):
    games = [started()[0] for _ in range(3)]
    bad = games[1].id
    read = projector._read  # noqa: SLF001 – where a log that cannot be folded fails

    def read_or_fail(game_id, *args):
        return 1 / 0 if game_id == bad else read(game_id, *args)

    monkeypatch.setattr(projector, "_read", read_or_fail)
    looked()

    assert games_to_notify() == [bad]
    assert caplog.text.count(f"notices failed for game {bad}") == 1
    looked()
    assert caplog.text.count(f"notices failed for game {bad}") == 1  # it waits
    monkeypatch.undo()
    Setback.objects.update(retry_at=timezone.now())
    looked()
    assert not games_to_notify()
    assert not Setback.objects.exists()


# -- deadlines ---------------------------------------------------------------------------------


def test_who_has_not_decided_is_warned_once_when_the_deadline_is_near(clock):
    game, (ada, bob) = started(clock={"per_action": 600})
    choose(game, 1)
    looked()
    assert not games_to_warn(timezone.now() + timedelta(minutes=8)).exists()
    clock.forward(minutes=9.5)

    looked()
    looked()

    assert told(ada)[-2:] == ["game.your_turn", "deadline.near"]
    assert told(bob)[-1] == "game.your_turn"
    notice = notices_after(ada, 3, 1)[0]
    assert game.deadline is not None
    deadline = game.deadline.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    assert (notice.data["seat"], notice.data["deadline"]) == (0, deadline)
    assert NotifierCursor.objects.get().warn_at is None


def test_who_has_decided_in_time_is_not_warned(clock):
    game, (ada, bob) = started(clock={"per_action": 600})
    looked()
    choose(game, 0)
    choose(game, 1)
    clock.forward(minutes=9.5)
    NotifierCursor.objects.update(warn_at=timezone.now())

    looked()

    turn = (ada, bob)[folded_now(game.id).to_act[0]]
    assert [told(player).count("deadline.near") for player in (ada, bob)] == [
        int(player == turn) for player in (ada, bob)
    ]


def test_quick_games_warn_nobody():
    started(clock={"per_action": 60})
    looked()

    assert NotifierCursor.objects.get().warn_at is None


# -- listening ---------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_notifier_hears_a_move_and_wakes_whom_it_concerns(redis_url, monkeypatch):
    """It looks only once an hour here: it is the wake-up of the move that it hears."""
    monkeypatch.setattr(notify, "LOOK_SECONDS", 3600.0)
    game, (ada, bob) = started(options={"first": "1"})
    rounds = notify.Rounds()
    notify.once(lambda _: set(), rounds)  # it begins with a look at everything
    next_look = rounds.at
    assert told(bob)[-1] == "game.your_turn"

    with wakes.listening_to_games() as hear, shared_client(redis_url).pubsub() as ear:
        hear(0.01)  # it listens from here on
        ear.subscribe(wakes.player_channel(bob.pk))
        ear.get_message(timeout=10)
        choose(game, 1)
        choose(game, 0)
        while told(bob).count("game.your_turn") < 2:
            notify.once(hear, rounds)
            assert rounds.at == next_look
        message = ear.get_message(timeout=10)

    assert message is not None
    assert int(message["data"]) == newest_number(bob) == 3
    assert told(ada)[-1] == "game.your_turn"


@pytest.mark.django_db(transaction=True)
def test_without_redis_the_notifier_still_looks(settings, monkeypatch):
    settings.REDIS_URL = "unix:///nowhere/redis.sock"
    monkeypatch.setattr(notify, "LOOK_SECONDS", 0.0)
    _, (ada, _) = started()

    with wakes.listening_to_games() as hear:
        notify.once(hear, notify.Rounds())

    assert len(told(ada)) == 3
