"""What a player waits for concerns one node: every statement of a move and of a look at a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from psycopg import ClientCursor

from games.log import store
from games.notifier import game_notify
from games.play.visibility import _seat_for_good
from tests.support.callers import chosen, opened

DRAW = {"type": "draw_card", "pile": "transport"}
PLANNED = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")


@contextmanager
def statements() -> Iterator[list[str]]:
    """What is sent to the database, as text that can be explained."""
    found: list[str] = []

    def note(execute: Any, sql: str, params: Any, *more: Any) -> Any:
        connection.ensure_connection()
        cursor = ClientCursor(connection.connection)
        found.append(cursor.mogrify(sql, params) if params else sql)
        return execute(sql, params, *more)

    with connection.execute_wrapper(note):
        yield found


def tasks(statement: str) -> int:
    """How many shards it is sent to; 0: it is answered by what every node has."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (COSTS OFF) {statement}")
        plan = [line.strip() for (line,) in cursor.fetchall()]
    return sum(int(line.removeprefix("Task Count: ")) for line in plan if line.startswith("Task Count: "))


def check_one_shard(found: list[str], *tables: str) -> None:
    planned = [statement for statement in found if statement.lstrip().startswith(PLANNED)]
    for table in tables:
        assert any(table in statement for statement in planned), table
    assert {statement: tasks(statement) for statement in planned if tasks(statement) > 1} == {}


@pytest.fixture
def cold(people):
    """A game in progress that this process knows nothing of yet."""
    path = chosen(*people[:2])
    store.states.clear()
    _seat_for_good.cache_clear()
    return path


READS = {
    "game": ("", ("games_token", "games_game", "games_event")),
    "old": ("?at=3", ("games_event",)),
    "actions": ("/actions", ("games_token", "games_game", "games_seat")),
    "events": ("/events", ("games_event",)),
    "audit": ("/audit", ("games_event",)),
}


@pytest.mark.parametrize("name", READS)
def test_a_look_at_a_game_asks_one_shard(people, cold, name):
    path, tables = READS[name]

    with statements() as found:
        assert people[0].get(f"{cold}{path}").status_code == 200

    check_one_shard(found, *tables)


def test_a_move_asks_one_shard(people, cold):
    with statements() as found:
        assert people[0].post(f"{cold}/actions", DRAW).status_code == 201

    check_one_shard(found, "games_game", "games_event")
    assert [one.split()[0] for one in found if "games_event" in one][-1] == "WITH"
    assert not any("FOR UPDATE" in one for one in found)  # it was written at once


def test_a_move_with_a_key_asks_one_shard_and_so_does_its_repetition(people, cold):
    for _ in range(2):
        with statements() as found:
            assert people[0].post(f"{cold}/actions", DRAW, idempotency_key="k").status_code == 201
        check_one_shard(found, "games_game", "games_keptanswer", "games_event")


def test_to_sit_down_and_to_start_ask_one_shard_but_for_the_quota_of_the_host(people):
    ada, bob, _ = people
    path = opened(ada, seats=2)

    with statements() as found:
        bob.done(f"{path}/seats")
    check_one_shard(found, "games_game", "games_seat", "games_event")
    with statements() as found:
        ada.done(f"{path}/start")
    check_one_shard([one for one in found if "count(*)" not in one.lower()], "games_game", "games_event")


def test_the_notices_of_a_player_ask_the_shard_of_the_player_and_that_of_the_game(people, cold):
    game_notify(cold.id)

    with statements() as found:
        assert people[0].seen("/me/notices")["items"]

    check_one_shard(found, "games_inbox", "games_notice", "games_game")


def test_a_list_of_games_asks_many_shards_and_is_complete(people):
    ada, bob, _ = people
    made = {opened(ada, bob).removeprefix("/games/") for _ in range(6)}

    with statements() as found:
        listed = bob.seen("/me/games")["items"]

    assert {game["id"] for game in listed} == made
    assert max(map(tasks, found)) > 1
