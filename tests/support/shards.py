"""Where the rows of a distributed database are, and how many shards a statement is sent to."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import connection
from psycopg import ClientCursor

from tests.support.callers import Table

NODE = """
SELECT nodename, nodeport FROM citus_shards WHERE table_name = %s::regclass
    AND shardid = get_shard_id_for_distribution_column(%s, %s::uuid)
"""
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
    """Each statement goes to one shard at most, and these tables are among those they ask."""
    planned = [statement for statement in found if statement.lstrip().startswith(PLANNED)]
    for table in tables:
        assert any(table in statement for statement in planned), table
    check_few_shards(planned, 1)


def check_few_shards(found: list[str], most: int) -> None:
    planned = [statement for statement in found if statement.lstrip().startswith(PLANNED)]
    wide = [f"{count} shards: {statement}" for statement in planned if (count := tasks(statement)) > most]
    assert not wide, "\n".join(wide)


def node_of_row(table: str, key: UUID) -> tuple[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(NODE, [table, table, key])
        return cursor.fetchone()


def node_of(path: Table) -> tuple[str, int]:
    return node_of_row("games_game", path.id)


def until(ask: Any, status: int, *, seconds: float = 60) -> Any:
    end = time.monotonic() + seconds
    while (answer := ask()).status_code != status:
        assert time.monotonic() < end, answer.content
        connection.close()  # as a server does after each request that found it broken
        time.sleep(0.5)
    return answer
