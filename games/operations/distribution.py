"""Places the tables on the nodes of a Citus cluster, as `games.placement` says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from django.db import connection, transaction

from games.placement import BY_GAME, BY_PLAYER, EVERYWHERE, KNOWN_HERE, table_of
from games.sql import fetch

EXTENSION: Final = "SELECT extversion FROM pg_extension WHERE extname = 'citus'"
NODES: Final = (
    "SELECT nodename || ':' || nodeport FROM pg_dist_node WHERE isactive AND shouldhaveshards ORDER BY 1"
)
PLACED: Final = "SELECT logicalrelid::regclass::text FROM pg_dist_partition WHERE partmethod IN ('h', 'n')"
FOREIGN_KEYS: Final = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE contype = 'f' AND conparentid = 0
    AND (conrelid::regclass::text = ANY(%(tables)s) OR confrelid::regclass::text = ANY(%(tables)s))
"""
# In parallel, a statement for many nodes would forbid its transaction to write a table that is on every node.
SEQUENTIAL: Final = "ALTER DATABASE {} SET citus.multi_shard_modify_mode = 'sequential'"
# Citus copies the rows and only hides the originals: disk space, and seeds and tokens that are removed later.
REMOVE_ORIGINALS: Final = "SELECT truncate_local_data_after_distributing_table(%s)"
TRIGGERS: Final = "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal"


class NoCitus(Exception):
    """The database cannot distribute tables; the message says why."""


def check_cluster() -> list[str]:
    """The nodes that hold shards."""
    if not fetch(EXTENSION):
        raise NoCitus(
            "This database is a plain PostgreSQL: the extension citus is not installed in it. "
            "Without Citus there is nothing to distribute, and everything works as it is."
        )
    nodes = [name for (name,) in fetch(NODES)]
    if not nodes:
        raise NoCitus("The cluster has no node that may hold shards; add one with citus_add_node.")
    return nodes


@transaction.atomic
def tables_place() -> Iterator[str]:
    """Place every table that is not placed yet, with the rows it has. Yields what was done."""
    there = set(connection.introspection.table_names())  # a later migration may create others
    waiting = there.intersection(map(table_of, (*EVERYWHERE, *KNOWN_HERE, *BY_GAME, *BY_PLAYER))) - _placed()
    if not waiting:
        return
    yield from _place_unbound(waiting)


def table_place(table: str) -> None:
    """Place a table that a migration has just created, if the others are placed."""
    if fetch(EXTENSION) and table_of("Game") in _placed():
        list(_place({table}))


def _placed() -> set[str]:
    return {table for (table,) in fetch(PLACED)}


def _place_unbound(waiting: set[str]) -> Iterator[str]:
    """Citus places no table that a constraint binds to one not placed yet, so they are dropped meanwhile."""
    keys = fetch(FOREIGN_KEYS.replace("%(tables)s", "%s"), sorted(waiting), sorted(waiting))
    for table, name, _ in keys:
        _execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    yield from _place(waiting)
    _execute(SEQUENTIAL.format(connection.ops.quote_name(connection.settings_dict["NAME"])))
    for table, name, definition in keys:
        _execute(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}')


def _place(waiting: set[str]) -> Iterator[str]:
    for model in EVERYWHERE:
        if table_of(model) in waiting:
            fetch("SELECT create_reference_table(%s)", table_of(model))
            fetch(REMOVE_ORIGINALS, table_of(model))
            yield f"{table_of(model)}: on every node"
    for group in (BY_GAME, BY_PLAYER):
        yield from _distribute(group, waiting)
    for model in KNOWN_HERE:
        if table_of(model) in waiting:
            _make_known(table_of(model))
            yield f"{table_of(model)}: on the coordinator, known to Citus"


def _make_known(table: str) -> None:
    """Citus creates the table anew around its rows, and would number the next ones from 1 again."""
    fetch("SELECT citus_add_local_table_to_metadata(%s)", table)
    ((last,),) = fetch(f"SELECT max(id) FROM {table}")  # noqa: S608 – no value in it
    if last is not None:
        fetch("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", table, last)


def _distribute(group: Mapping[str, str], waiting: set[str]) -> Iterator[str]:
    first, *_ = map(table_of, group)
    for model, column in group.items():
        table = table_of(model)
        if table in waiting:
            dropped = list(_drop_triggers(table))
            together = "none" if table == first else first
            fetch("SELECT create_distributed_table(%s, %s, colocate_with => %s)", table, column, together)
            fetch(REMOVE_ORIGINALS, table)
            yield f"{table}: by {column}" + _words_on(dropped)


def _drop_triggers(table: str) -> Iterator[str]:
    """Citus refuses triggers on distributed tables. The grants of the application's role still hold."""
    for (name,) in fetch(TRIGGERS, table):
        _execute(f'DROP TRIGGER "{name}" ON {table}')
        yield name


def _words_on(dropped: Iterable[str]) -> str:
    names = ", ".join(dropped)
    return f" (without the triggers {names}, which Citus refuses)" if names else ""


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
