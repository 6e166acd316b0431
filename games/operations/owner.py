"""The owner of the tables, and what the role of the application may do with them.

The application connects as a role that can neither change nor remove what is append-only, whatever its code
does. Migrations run as the owner. Without `DATABASE_OWNER_URL` both are one role, and triggers alone guard
the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.conf import settings
from django.core import checks
from django.db import connections, transaction
from psycopg import sql

APPEND_ONLY: Final = (
    "games_event",
    "games_look",
    "games_operatordeed",
    "games_leaf",
    "games_checkpoint",
    "games_signedhead",
)
READ_ONLY: Final = ("django_migrations",)
TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
SEQUENCES: Final = "SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1"


@contextmanager
def as_owner(using: str = "default") -> Iterator[None]:
    """Connect as the owner for as long as the block; nothing changes if there is no other role."""
    connection = connections[using]
    if settings.DATABASE_OWNER is None:
        yield
        return
    of_the_application = dict(connection.settings_dict)
    names = ("HOST", "PORT", "USER", "PASSWORD", "OPTIONS")
    connection.close()
    connection.settings_dict.update({name: settings.DATABASE_OWNER[name] for name in names})
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(of_the_application)


def grants_apply(role: str, using: str = "default") -> None:
    """Give the role of the application its rights on every table there is. The caller is the owner."""
    with connections[using].cursor() as cursor:
        cursor.execute(TABLES)
        for (table,) in cursor.fetchall():
            _grant(cursor, f"ALL ON {table}", _rights(table), f"ON {table}", role)
        cursor.execute(SEQUENCES)
        for (sequence,) in cursor.fetchall():
            _grant(cursor, f"ALL ON SEQUENCE {sequence}", "SELECT, USAGE", f"ON SEQUENCE {sequence}", role)


def _rights(table: str) -> str:
    if table in APPEND_ONLY:
        return "SELECT, INSERT"
    return "SELECT" if table in READ_ONLY else "SELECT, INSERT, UPDATE, DELETE"


def _grant(cursor: Any, revoked: str, rights: str, on: str, role: str) -> None:
    """Everything is revoked first, so that a right that was given by hand does not stay.

    It is one transaction: the application may be running on another machine, and must not miss its rights.
    """
    name = sql.Identifier(role).as_string(cursor.connection)
    with transaction.atomic(cursor.db.alias):
        cursor.execute(f"REVOKE {revoked} FROM {name}")
        cursor.execute(f"GRANT {rights} {on} TO {name}")


def grants_after_migrations(using: str = "default", **_: Any) -> None:
    """A receiver of `post_migrate`: new tables get their grants with the migration that creates them."""
    if settings.DATABASE_OWNER is not None:
        grants_apply(settings.DATABASE_APPLICATION, using)


def check_owner(**_: Any) -> list[checks.CheckMessage]:
    if settings.DATABASE_OWNER is not None:
        return []
    return [
        checks.Warning(
            "DATABASE_OWNER_URL is not set, so the application owns its tables and could empty the log.",
            hint="Set DATABASE_OWNER_URL to the owner and DATABASE_URL to a role that owns nothing; migrate.",
            id="signalbox.W001",
        )
    ]
