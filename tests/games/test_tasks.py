"""The tasks by the names under which messages for them are sent."""

from __future__ import annotations

import pytest
from celery import current_app

from games import tasks
from games.deliveries.channel import TASKS
from games.log.models import Event, Game
from tests.support.tables import (
    bots_play,
    play_on,
    started,
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


def test_settling_twice_settles_once(sent):
    game, _ = started()
    play_on(game.id, actions=5000)

    tasks.settle_game(str(game.id))
    version = Game.objects.get(pk=game.pk).version
    tasks.settle_game(str(game.id))

    assert Game.objects.get(pk=game.pk).version == version


def test_the_clock_sends_for_every_channel_so_that_no_lost_wake_up_stays_lost(settings):
    assert settings.CELERY_BEAT_SCHEDULE.keys() >= set(TASKS.values())


def test_every_name_that_messages_are_sent_under_is_a_task(settings):
    sent = {"play_bots", "settle_game", "time_out_game", "verify_new", *TASKS.values()}
    names = {f"games.tasks.{name}" for name in sent}
    names |= {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    names |= settings.CELERY_TASK_ROUTES.keys()

    assert names == {name for name in current_app.tasks if name.startswith("games.tasks.")}
