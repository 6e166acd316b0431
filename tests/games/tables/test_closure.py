"""Open tables that nobody joins close by themselves; those with news, and games, do not."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.audits.nightly import game_verify
from games.log.models import Event, Game, Seat
from games.tables import closure
from games.tables.closure import stale_tables_close
from games.tables.lobby import TableWish, game_create, seat_take
from games.tasks import close_stale_tables
from tests.support.tables import people, started, stood_still

pytestmark = pytest.mark.django_db

LONG = 15 * 24 * 3600


def open_table() -> Game:
    return game_create(people(1)[0], TableWish(ruleset="london", seats=2)).game


def test_a_table_at_which_nothing_happens_closes_by_an_event(sent):
    table, fresh = open_table(), open_table()
    stood_still(table, seconds=LONG)

    assert close_stale_tables() == 1

    table.refresh_from_db()
    assert table.status == "closed"
    assert Event.objects.filter(game=table).latest("seq").type == "game_closed"
    assert Seat.objects.get(game=table, number=0).ended_at
    assert game_verify(table.id).sound
    assert Game.objects.get(pk=fresh.pk).status == "open"
    assert stale_tables_close() == 0


def test_running_games_are_left_alone(sent):
    game, _ = started()
    stood_still(game, seconds=LONG)

    assert stale_tables_close() == 0
    assert Game.objects.get(pk=game.pk).status == "playing"


def test_the_time_is_a_setting(sent, settings):
    stood_still(open_table(), seconds=120)
    settings.TABLES_CLOSE_AFTER = timedelta(minutes=1)

    assert stale_tables_close() == 1


def test_a_table_that_somebody_joins_in_the_last_moment_stays_open(sent, monkeypatch):
    table = open_table()
    stood_still(table, seconds=LONG)
    close = closure._close_if_stale  # noqa: SLF001 – between the search and the lock

    def joined_meanwhile(*words):
        seat_take(table.id, people(1)[0])
        return close(*words)

    monkeypatch.setattr(closure, "_close_if_stale", joined_meanwhile)

    assert stale_tables_close() == 0
    assert Game.objects.get(pk=table.pk).status == "open"


def test_one_table_that_fails_does_not_keep_the_others_open(sent, monkeypatch):
    tables = [open_table() for _ in range(2)]
    for number, table in enumerate(tables):
        stood_still(table, seconds=LONG + 60 - number)
    close = closure._close_if_stale  # noqa: SLF001

    def failing(game_id, before):
        if game_id == tables[0].id:
            raise RuntimeError("no idea")
        return close(game_id, before)

    monkeypatch.setattr(closure, "_close_if_stale", failing)

    assert stale_tables_close() == 1
    assert Game.objects.get(pk=tables[1].pk).status == "closed"
