"""Queries whose plan depends on their values.

Statements are prepared, and after a few times PostgreSQL keeps one plan of each for all values. That plan can
use no partial index whose condition is given as a value, and it takes a rare value for an average one: in a
large table it reads all rows to find none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def planned_by_values() -> Iterator[None]:
    """Statements in the block are not prepared, so each is planned for the values that it has."""
    connection.ensure_connection()
    session: Any = connection.connection
    before, session.prepare_threshold = session.prepare_threshold, None
    try:
        yield
    finally:
        session.prepare_threshold = before
