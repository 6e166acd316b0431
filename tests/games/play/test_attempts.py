"""A game whose tasks cannot do their work is put aside, with the reason, and blocks nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.utils import timezone

from bots.registry import BOTS
from games import tasks
from games.log.leases import Lease
from games.models import Game
from games.play.attempts import MAX_ATTEMPTS, PAUSES, game_attempt, game_park, game_release, games_retry
from tests.support.citus import plain_postgresql
from tests.support.roles import owner
from tests.support.tables import bots_play, folded_now, stood_still, table_with_bots

pytestmark = pytest.mark.django_db


class Undecided:
    def choose(self, view, options, chance):
        raise RuntimeError("no idea")


def test_a_game_whose_bot_keeps_failing_is_parked_with_the_reason(sent, monkeypatch):
    monkeypatch.setitem(BOTS, "random", Undecided)
    game = table_with_bots(2)

    for _ in range(MAX_ATTEMPTS):
        bots_play(game.id)

    game.refresh_from_db()
    assert re.fullmatch(r"RuntimeError in \w+, test_attempts.py:\d+", game.parked_because)
    stood_still(game)
    assert tasks.sweep() == 0
    out = StringIO()
    call_command("parked", stdout=out)
    assert "No game is parked" not in out.getvalue()
    assert f"{game.id}  since {game.parked_at:%Y-%m-%d %H:%M}" in out.getvalue()
    assert f"retry at {game.retry_at:%Y-%m-%d %H:%M}  {game.parked_because}" in out.getvalue()


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
    assert game.parked_because == f"3 tasks began at version {game.version}, and none finished"
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

    for _ in range(MAX_ATTEMPTS + 1):
        with pytest.raises(OperationalError):
            game_attempt(game.id, "bots", cut_off)

    found = Game.objects.get(pk=game.pk)
    assert (found.tries, found.parked_at) == (0, None)


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_cut_during_the_work_does_not_count_either(sent):
    game = table_with_bots(2)

    def cut_off() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET ROLE none")  # the application may not end a session of the owner
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.raises(OperationalError):
        game_attempt(game.id, "bots", cut_off)

    assert Game.objects.get(pk=game.pk).tries == 0


@contextmanager
def no_room() -> Iterator[None]:
    """The disk of the database is full: rows can be changed, but none added to the log."""
    raising = "BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END"
    execute(f"CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ {raising} $$")
    execute("CREATE TRIGGER a_no_room BEFORE INSERT ON games_event FOR EACH ROW EXECUTE FUNCTION no_room()")
    try:
        yield
    finally:
        execute("DROP FUNCTION no_room CASCADE")


def execute(statement: str) -> None:
    with owner() as cursor:
        cursor.execute(statement)


def swept(sent: list[Any], games: list[Game]) -> None:
    """A sweep, and the tasks it sent, after a while in which nothing happened."""
    for game in games:
        stood_still(game)
    Game.objects.update(sent_at=None)
    sent.clear()
    tasks.sweep()
    for name, *words in list(sent):
        with suppress(OperationalError):
            getattr(tasks, name)(*words)


@plain_postgresql  # it takes a trigger
@pytest.mark.django_db(transaction=True)
def test_a_database_that_cannot_write_parks_no_game_and_then_every_game_moves_on(sent):
    games = [table_with_bots(2) for _ in range(4)]
    with no_room():
        for _ in range(MAX_ATTEMPTS + 2):
            swept(sent, games)
            assert len(sent) == len(games)
    assert not Game.objects.filter(parked_at__isnull=False).exists()

    swept(sent, games)

    for game in games:
        assert folded_now(game.id).seq > game.version


def test_a_parked_game_is_tried_again_by_itself_after_pauses_that_grow(sent, monkeypatch):
    game = table_with_bots(2)
    with monkeypatch.context() as broken:
        broken.setitem(BOTS, "random", Undecided)
        for _ in range(MAX_ATTEMPTS):
            bots_play(game.id)
        for pause in (*PAUSES, PAUSES[-1]):
            game.refresh_from_db()
            assert game.parked_at
            assert game.retry_at == game.parked_at + pause
            assert games_retry(game.retry_at - timedelta(seconds=1)) == 0
            assert games_retry(game.retry_at) == 1
            bots_play(game.id)  # one try, and it is parked again

    Game.objects.update(retry_at=timezone.now())
    swept(sent, [game])

    found = Game.objects.get(pk=game.pk)
    assert found.version > game.version
    assert (found.parked_at, found.retry_at) == (None, None)


def test_a_game_that_moved_on_is_parked_for_the_first_pause_again(sent, monkeypatch):
    game = table_with_bots(2, bot_delay=1)
    game_park(game.id, "x")
    games_retry(timezone.now() + PAUSES[0])
    bots_play(game.id)
    monkeypatch.setitem(BOTS, "random", Undecided)

    for _ in range(MAX_ATTEMPTS):
        bots_play(game.id)

    game.refresh_from_db()
    assert game.parked_at
    assert game.retry_at == game.parked_at + PAUSES[0]


def test_a_message_that_finds_another_at_the_game_does_nothing_and_counts_nothing(sent, redis_url):
    game = table_with_bots(2)
    other = Lease(f"bots:{game.id}", 60)
    assert other.hold()

    bots_play(game.id)

    found = Game.objects.get(pk=game.pk)
    assert (found.version, found.tries) == (game.version, 0)
    other.give_back()
    bots_play(game.id)
    assert Game.objects.get(pk=game.pk).version > game.version
