"""The backend that `ENGINE` names.

Django asks a pooled connection whether it works, which costs a round trip in every request. A connection
that the server has closed can be told without asking: there is something to read on its socket.

Django also reads each time in Python, to give it the time zone of the connection. Ours is UTC, in which
psycopg reads it in C. Columns of type json, such as the payloads of events, are read by msgspec. A cursor
finds out how to read and write each type; so a connection keeps one for the next statement.
"""

from __future__ import annotations

from functools import cache
from select import POLLIN, poll
from typing import Any, Final

import msgspec
from django.db.backends.postgresql import base
from django.db.backends.postgresql.psycopg_any import (  # type: ignore[import-untyped]  # not in the stubs
    get_adapters_template,
)
from django.db.backends.utils import CursorWrapper
from psycopg import Connection, adapters
from psycopg.abc import Buffer
from psycopg.adapt import AdaptersMap, Loader
from psycopg.pq import Format
from psycopg_pool import ConnectionPool

from config.postgres.schema import SchemaEditor

_KEPT: Final = "cursor_kept"


class DatabaseWrapper(base.DatabaseWrapper):
    SchemaEditorClass = SchemaEditor
    _connection_pools: dict[str, ConnectionPool[Any]]  # Django's, which the stubs leave out

    @property
    def pool(self) -> ConnectionPool[Any] | None:
        if self._has_pool():  # looked up several times in a request
            return self._connection_pools[self.alias]
        pool: ConnectionPool[Any] | None = super().pool  # type: ignore[misc]  # not in the stubs
        if pool:
            pool._check = check  # noqa: SLF001 – Django has no option for it
        return pool

    def _has_pool(self) -> bool:
        return self.alias in self._connection_pools and bool(self.settings_dict["OPTIONS"].get("pool"))

    def get_connection_params(self) -> dict[str, Any]:
        if self._has_pool():
            return {}  # the pool knows them
        found: dict[str, Any] = super().get_connection_params()
        return found | {"context": _adapters()}

    def _set_autocommit(self, autocommit: bool) -> None:  # noqa: FBT001 – Django calls it
        """Pooled connections have it from the start."""
        if self.connection.autocommit != autocommit:
            super()._set_autocommit(autocommit)  # type: ignore[misc]  # not in the stubs

    def create_cursor(self, name: str | None = None) -> Any:
        if name:
            return super().create_cursor(name)
        kept = vars(self.connection).pop(_KEPT, None)
        return kept or self.connection.cursor()

    def make_cursor(self, cursor: Any) -> CursorWrapper:
        return Cursor(cursor, self)


class Cursor(CursorWrapper):
    """Django's, with the methods that every statement needs spelled out instead of looked up."""

    def execute(self, sql: Any, params: Any = None) -> Any:
        if self.db.execute_wrappers:
            return super().execute(sql, params)
        self.db.validate_no_broken_transaction()
        with self.db.wrap_database_errors:
            return self.cursor.execute(sql, params)

    def fetchall(self) -> list[tuple[Any, ...]]:
        with self.db.wrap_database_errors:
            found: list[tuple[Any, ...]] = self.cursor.fetchall()
            return found

    def close(self) -> None:
        """The cursor is used again, unless it is a named one or its connection is lost."""
        cursor, self.cursor = self.cursor, None
        if cursor is None:
            return
        connection = cursor.connection
        if type(cursor) is connection.cursor_factory and not connection.closed:
            setattr(connection, _KEPT, cursor)
        else:
            cursor.close()


class JsonLoader(Loader):
    def load(self, data: Buffer) -> Any:
        return msgspec.json.decode(data)


@cache
def _adapters() -> AdaptersMap:
    """Django's, with psycopg's own way to read times and a faster one to read JSON."""
    found = AdaptersMap(get_adapters_template(use_tz=True, timezone=None))
    loader = adapters.get_loader(adapters.types["timestamptz"].oid, Format.TEXT)
    assert loader is not None  # noqa: S101
    found.register_loader("timestamptz", loader)
    found.register_loader("json", JsonLoader)
    return found


def check(connection: Connection[Any]) -> None:
    """Raise if the connection is lost. It is asked only if the server has said something unasked."""
    waiting = poll()
    waiting.register(connection.fileno(), POLLIN)
    if waiting.poll(0):
        ConnectionPool.check_connection(connection)
