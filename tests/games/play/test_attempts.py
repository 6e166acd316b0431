"""A game whose tasks cannot do their work is put aside, with the reason, and blocks nobody."""

from __future__ import annotations

from io import StringIO

import psycopg
import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from bots.registry import BOTS
from games import tasks
from games.log.locks import lock_key
from games.models import Game
from games.play.attempts import MAX_ATTEMPTS, game_attempt, game_release
from tests.support.tables import bots_play, folded_now, own_connection, stood_still, table_with_bots

pytestmark = pytest.mark.django_db


def test_a_game_whose_bot_keeps_failing_is_parked_with_the_reason(sent, monkeypatch):
    class Broken:
        def choose(self, view, options, chance):
            raise RuntimeError("no idea")

    monkeypatch.setitem(BOTS, "random", Broken)
    game = table_with_bots(2)

    for _ in range(MAX_ATTEMPTS):
        bots_play(game.id)

    game.refresh_from_db()
    assert game.parked_because == "RuntimeError: no idea"
    stood_still(game)
    assert tasks.sweep() == 0
    out = StringIO()
    call_command("parked", stdout=out)
    assert "No game is parked" not in out.getvalue()
    assert f"{game.id}" in out.getvalue()
    assert "no idea" in out.getvalue()


@pytest.mark.parametrize("release", [None, "all"])
def test_where_no_game_is_parked_the_command_says_so(release):
    out = StringIO()
    call_command("parked", release=release, stdout=out)

    assert out.getvalue() == "No game is parked.\n"


def test_a_released_game_goes_on(sent):
    game = table_with_bots(2)
    Game.objects.filter(pk=game.pk).update(parked_at=timezone.now(), parked_because="x", tries=3)
    version = game.version
    bots_play(game.id)
    assert Game.objects.get(pk=game.pk).version == version

    call_command("parked", release=str(game.id), stdout=StringIO())
    bots_play(game.id)

    game.refresh_from_db()
    assert game.version > version
    assert not game_release(game.id)


def die() -> None:
    raise SystemExit(1)  # as a worker does that is killed: nothing of ours catches it


def test_a_worker_that_dies_over_a_game_has_been_counted(sent):
    game = table_with_bots(2)
    for _ in range(MAX_ATTEMPTS):
        with pytest.raises(SystemExit):
            game_attempt(game.id, "bots", die)

    bots_play(game.id)

    game.refresh_from_db()
    assert game.parked_at is not None
    assert game.parked_because == f"3 tasks began at version {game.version}, and none came to its end"
    assert folded_now(game.id).seq == game.version  # and the one that found out did nothing


def test_dying_at_one_version_after_another_is_no_reason_to_park(sent):
    game = table_with_bots(2, bot_delay=1)
    for _ in range(MAX_ATTEMPTS + 2):
        with pytest.raises(SystemExit):
            game_attempt(game.id, "bots", die)
        bots_play(game.id)

    assert Game.objects.get(pk=game.pk).parked_at is None


def test_a_database_that_is_away_is_not_the_games_fault(sent):
    game = table_with_bots(2)

    def cut_off() -> None:
        raise OperationalError("the connection is gone")

    with pytest.raises(OperationalError):
        game_attempt(game.id, "bots", cut_off)

    assert Game.objects.get(pk=game.pk).parked_at is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.django_db(transaction=True)
def test_a_message_that_finds_another_at_the_game_does_nothing_and_counts_nothing(sent):
    game = table_with_bots(2)
    with psycopg.connect(**own_connection(), autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [lock_key(f"bots {game.id}")])

        bots_play(game.id)

    found = Game.objects.get(pk=game.pk)
    assert (found.version, found.tries) == (game.version, 0)
