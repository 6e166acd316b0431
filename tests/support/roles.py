"""Tests run as the application's role, which proves its grants. Tampering needs the owner."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import pytest
from django.db import DatabaseError, IntegrityError, ProgrammingError, connection, connections, transaction

from games.operations.owner import grants_apply

APPLICATION: Final = "signalbox_app"


def become_application() -> None:
    """From now on every connection takes the role. It is called once, when the database has been made."""
    taken = suppress(ProgrammingError, IntegrityError)  # another worker has made it, or is making it
    with taken, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {APPLICATION} LOGIN")
    grants_apply(APPLICATION)
    # Not Django's assume_role: it asks the pool for a connection while the pool makes one.
    connections["default"].settings_dict["OPTIONS"]["options"] = f"-c role={APPLICATION}"
    connections["default"].close()


def check_append_only(statement: str, *, triggers: bool = True) -> None:
    """The application lacks the right. Where the database has triggers, they refuse the owner too."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
            cursor.execute(statement)
        cursor.execute("SET ROLE none")
        if triggers:
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                cursor.execute(statement)
        cursor.execute(f"SET ROLE {APPLICATION}")


def is_distributed() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_extension WHERE extname = 'citus'")
        return bool(cursor.fetchall())


@contextmanager
def owner() -> Iterator[Any]:
    """A cursor of the owner, who is a superuser: triggers and foreign keys look away."""
    with connection.cursor() as cursor:
        cursor.execute("SET ROLE none")
        cursor.execute("SET session_replication_role = replica")
        try:
            yield cursor
        finally:
            cursor.execute("SET session_replication_role = origin")
            cursor.execute(f"SET ROLE {APPLICATION}")
