"""A game whose tasks fail is left alone for a while, with the reason, and blocks nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from typing import Any

import pytest
import redis
from django.core.management import call_command
from django.db import OperationalError, connection
from django.utils import timezone

from bots.registry import BOTS
from games import tasks
from games.log.models import Game
from games.work.attempts import HARD_SECONDS, KEEPS_FAILING, Work, game_attempt, game_release, setback_note
from games.work.leases import Lease
from games.work.models import Setback
from rules.table.clock import GRACE
from tests.support.citus import plain_postgresql
from tests.support.roles import owner
from tests.support.tables import bots_play, folded_now, stood_still, table_with_bots

pytestmark = pytest.mark.django_db


class Undecided:
    def choose(self, view, options, chance):
        raise RuntimeError("no idea")


@pytest.fixture
def undecided(monkeypatch) -> None:
    monkeypatch.setitem(BOTS, "random", Undecided)


def time_goes_by() -> None:
    """Until every pause is over."""
    Setback.objects.update(retry_at=timezone.now())


def failing(game: Game, times: int) -> Setback:
    for _ in range(times):
        time_goes_by()
        bots_play(game.id)
    return Setback.objects.get(game=game)


def test_a_game_whose_bot_failed_is_left_alone_for_a_while(sent, undecided):
    game = table_with_bots(2)

    setback = failing(game, 1)

    assert re.fullmatch(r"RuntimeError in \w+, test_attempts.py:\d+", setback.because)
    stood_still(game)
    assert tasks.sweep() == 0
    bots_play(game.id)
    assert Setback.objects.get(game=game).failures == 1  # nobody has tried again
    time_goes_by()
    assert tasks.sweep() == 1


def test_a_game_that_keeps_failing_is_listed_with_the_reason(sent, undecided):
    game = table_with_bots(2)
    failing(game, KEEPS_FAILING - 1)
    assert listed() == "No game is parked.\n"

    setback = failing(game, 1)

    assert f"{game.id}  bots since {setback.since:%Y-%m-%d %H:%M}" in listed()
    assert f"retry at {setback.retry_at:%Y-%m-%d %H:%M}  {setback.because}" in listed()


def listed() -> str:
    out = StringIO()
    call_command("parked", stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("release", [None, "all"])
def test_where_no_game_is_parked_the_command_says_so(release):
    out = StringIO()
    call_command("parked", release=release, stdout=out)

    assert out.getvalue() == "No game is parked.\n"


def test_a_released_game_goes_on(sent):
    game = table_with_bots(2)
    for _ in range(KEEPS_FAILING):
        setback_note(game.id, Work.BOTS, "x")
    bots_play(game.id)
    assert Game.objects.get(pk=game.pk).version == game.version

    call_command("parked", release=str(game.id), stdout=StringIO())
    bots_play(game.id)

    assert Game.objects.get(pk=game.pk).version > game.version
    assert not game_release(game.id)


def test_pauses_grow_and_end_with_the_first_success(sent, monkeypatch):
    game = table_with_bots(2)
    with monkeypatch.context() as broken:
        broken.setitem(BOTS, "random", Undecided)
        pauses = [failing(game, 1).retry_at - timezone.now() for _ in range(4)]
    assert pauses == sorted(pauses)

    time_goes_by()
    bots_play(game.id)

    assert Game.objects.get(pk=game.pk).version > game.version
    assert not Setback.objects.exists()


def test_a_game_that_moved_on_begins_with_the_first_pause_again(sent, monkeypatch):
    game = table_with_bots(2, bot_delay=1)
    for _ in range(3):
        setback_note(game.id, Work.BOTS, "x")
    Game.objects.filter(pk=game.pk).update(version=game.version + 1)

    setback_note(game.id, Work.BOTS, "y")

    assert Setback.objects.get().failures == 1


def die() -> None:
    raise SystemExit(1)  # as a worker does that is killed: nothing of ours catches it


def test_a_worker_that_dies_over_a_game_has_failed(sent, redis_url):
    game = table_with_bots(2)
    with pytest.raises(SystemExit):
        game_attempt(game.id, Work.BOTS, die)
    assert not Setback.objects.exists()

    bots_play(game.id)

    setback = Setback.objects.get()
    assert (setback.because, setback.failures) == (f"WorkerDied: at version {game.version}", 1)
    assert folded_now(game.id).seq == game.version  # and the one that found out did nothing
    time_goes_by()
    bots_play(game.id)
    assert folded_now(game.id).seq > game.version


def test_dying_at_one_version_after_another_is_no_failure(sent, redis_url):
    game = table_with_bots(2, bot_delay=1)
    for _ in range(3):
        with pytest.raises(SystemExit):
            game_attempt(game.id, Work.BOTS, die)
        time_goes_by()
        version = folded_now(game.id).seq
        bots_play(game.id)
        time_goes_by()
        bots_play(game.id)
        assert folded_now(game.id).seq > version

    assert not Setback.objects.exists()


def test_a_database_that_is_away_is_not_the_games_fault(sent, redis_url):
    game = table_with_bots(2)

    def cut_off() -> None:
        raise OperationalError("the connection is gone")

    for _ in range(3):
        with pytest.raises(OperationalError):
            game_attempt(game.id, Work.BOTS, cut_off)

    assert not Setback.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_cut_during_the_work_does_not_count_either(sent, redis_url):
    game = table_with_bots(2)

    def cut_off() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET ROLE none")  # the application may not end a session of the owner
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.raises(OperationalError):
        game_attempt(game.id, Work.BOTS, cut_off)

    connection.close()
    assert not Setback.objects.exists()


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
        for _ in range(3):
            swept(sent, games)
            assert len(sent) == len(games)
    assert not Setback.objects.exists()

    swept(sent, games)

    for game in games:
        assert folded_now(game.id).seq > game.version


def test_a_message_that_finds_another_at_the_game_does_nothing_and_counts_nothing(sent, redis_url):
    game = table_with_bots(2)
    other = Lease(f"bots:{game.id}", 60)
    assert other.hold()

    bots_play(game.id)

    assert Game.objects.get(pk=game.pk).version == game.version
    assert not Setback.objects.exists()
    other.give_back()
    bots_play(game.id)
    assert Game.objects.get(pk=game.pk).version > game.version


def test_work_that_fails_keeps_no_other_work_of_the_game_waiting(sent, undecided):
    """A person runs out of time at a table whose bot fails."""
    game = table_with_bots(1, people_too=1, clock={"per_action": 5})
    failing(game, 1)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - GRACE)
    stood_still(game)
    sent.clear()

    tasks.sweep()

    assert sent == [("time_out_game", str(game.id))]
    assert game_attempt(game.id, Work.DEADLINES, lambda: None)
    assert Setback.objects.get().work == "bots"


def test_a_lease_outlasts_every_task_at_a_game(sent, redis_url, monkeypatch):
    """So whoever finds that an attempt began and never ended knows that its worker is dead."""
    game = table_with_bots(2)
    with redis.Redis.from_url(redis_url) as client:

        def look() -> None:
            assert client.ttl(f"lease:bots:{game.id}") > HARD_SECONDS

        assert game_attempt(game.id, Work.BOTS, look)
    for task in (tasks.play_bots, tasks.settle_game, tasks.time_out_game):
        assert task.time_limit == HARD_SECONDS


def test_an_attempt_that_ends_late_leaves_the_note_of_the_next(sent, redis_url):
    game = table_with_bots(2)
    note = f"begun:bots:{game.id}"
    with redis.Redis.from_url(redis_url) as client:
        game_attempt(game.id, Work.BOTS, lambda: client.set(note, "of another"))
        assert client.getdel(note) == b"of another"
        game_attempt(game.id, Work.BOTS, lambda: None)
        assert client.get(note) is None
