"""Rows of games and seats follow from the log, and `manage.py rebuild` makes them again."""

from __future__ import annotations

from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from games.accounts.models import Player
from games.log.models import Event, Game, Seat
from games.log.projection import DERIVED, SEAT_DERIVED
from games.moves.act import game_resign
from games.tables.lobby import TableWish, bot_seat, game_create, seat_clear, seat_leave, seat_take
from rules import catalogue
from tests.support.tables import people, play_on, played_out, started

pytestmark = pytest.mark.django_db

WIPED: dict[str, Any] = {
    "ruleset": "",
    "status": "closed",
    "visibility": "public",
    "test": True,
    "version": 0,
    "hash": "",
    "seat_count": 0,
    "options": {},
    "clock": {"bank": 1},
    "speed": "live",
    "open_seats": 9,
    "to_act": [7],
    "deadline": None,
    "attention": "settle",
    "attend_at": None,
    "started_at": None,
    "finished_at": None,
}


def rows() -> list[dict[str, Any]]:
    games, seats = Game.objects.order_by("id"), Seat.objects.order_by("game_id", "number")
    people = ("number", "game_id", "player_id")
    return [*games.values(), *seats.values(*people, *SEAT_DERIVED)]


def every_sort_of_table() -> list[Player]:
    """Open, private, left, closed, in the set-up, in the middle, resigned from, scoring, over, archived."""
    for rules in catalogue():
        game, _ = started(rules.name, 2)
        play_on(game.id, actions=3)
    played_out("amsterdam", 2)
    Game.objects.filter(pk=played_out("berlin", 2).pk).update(origin=uuid4(), status="archived")
    over, _ = started("london", 3, visibility="unlisted", clock={"per_action": 60, "strikes": 3})
    game_resign(over.id, 1)
    play_on(over.id, actions=5000)
    ada, bob = people(2)
    game_create(ada, TableWish(ruleset="berlin", seats=4, bots=["random"], visibility="private"))
    empty = game_create(ada, TableWish(ruleset="berlin", seats=2)).game
    seat_leave(empty.id, ada)
    busy = game_create(ada, TableWish(ruleset="world", seats=5, sit=False)).game
    bot_seat(busy.id, ada, "random", seat=2)
    seat_take(busy.id, bob, seat=4)
    seat_clear(busy.id, ada, 2)
    return [ada, bob]


def rebuild(*games: str) -> str:
    said = StringIO()
    call_command("rebuild", *games, stdout=said)
    return said.getvalue()


def test_the_rows_are_what_the_log_says():
    every_sort_of_table()
    before = rows()
    assert {row["status"] for row in before if "status" in row} == set(Game.Status)

    assert rebuild() == f"{Game.objects.count()} games rebuilt.\n"
    assert rows() == before


def test_wiped_rows_are_made_again_and_who_sits_where_stays():
    every_sort_of_table()
    before = rows()
    assert set(WIPED) == set(DERIVED) - {"created_at", "moved_at"}
    moved = Event.objects.order_by("at").values_list("at", flat=True)[0]
    Game.objects.update(**WIPED)
    Game.objects.filter(origin=None).update(created_at=moved, moved_at=moved)  # of an import not in the log
    Seat.objects.update(bot="", stand_in="", score=None, won=None, ended_at=None)
    assert rows() != before

    rebuild()
    assert rows() == before


def test_one_game_can_be_rebuilt_alone():
    first, _ = started()
    second, _ = started()
    Game.objects.update(version=0)

    assert rebuild(str(first.id)) == "1 games rebuilt.\n"
    versions = dict(Game.objects.values_list("id", "version"))
    assert versions == {first.id: first.version, second.id: 0}


@pytest.mark.parametrize("game", ["not-a-uuid", "00000000-0000-4000-8000-000000000000"])
def test_a_game_that_is_not_there_is_told_in_one_sentence(game):
    with pytest.raises(CommandError, match=r"There is no game "):
        rebuild(game)
