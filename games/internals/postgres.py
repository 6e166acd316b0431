"""Django's PostgreSQL backend, with a pool that asks its connections nothing.

Django has a pooled connection asked whether it works, which costs a round trip in every request. A
connection that the server has closed can be told without asking: there is something to read on its socket.
"""

from __future__ import annotations

from select import POLLIN, poll
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection
from psycopg_pool import ConnectionPool

from games import internals


class DatabaseWrapper(base.DatabaseWrapper):
    @property
    def pool(self) -> ConnectionPool[Any] | None:
        pool: ConnectionPool[Any] | None = super().pool  # type: ignore[misc]  # not in the stubs
        if pool and internals.POOL in internals.FAST:
            pool._check = check  # Django has no option for it
        return pool


def check(connection: Connection[Any]) -> None:
    """Raise if the connection is lost. It is asked only if the server has said something unasked."""
    waiting = poll()
    waiting.register(connection.fileno(), POLLIN)
    if waiting.poll(0):
        ConnectionPool.check_connection(connection)
