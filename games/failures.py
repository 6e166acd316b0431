"""Errors in work on many games or deliveries: one that fails must not stop the others."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.db.models import F, QuerySet

# SQLSTATE of a write to a standby or a read-only database. psycopg counts it among its internal errors.
READ_ONLY: Final = "25006"


def is_database_failure(error: BaseException) -> bool:
    """Whether the database cannot do its work: it is away, full, overloaded, shutting down or read-only."""
    if isinstance(error, OperationalError | InterfaceError):
        return True
    return isinstance(error, DatabaseError) and sqlstate_of(error) == READ_ONLY


def sqlstate_of(error: BaseException) -> str:
    """PostgreSQL's code for the error, which the driver's exception has; empty without one."""
    return getattr(error.__cause__, "sqlstate", None) or ""


@dataclass(slots=True)
class Failure:
    error: Exception | None = None


@contextmanager
def contained(logger: logging.Logger, message: str, *args: Any) -> Iterator[Failure]:
    """Log any error in the block and keep it in `Failure.error` instead of raising it.

    Only a failure of the database is raised: then everything else would fail too, and it is not the fault
    of this game or delivery.
    """
    failure = Failure()
    try:
        yield failure
    except Exception as error:
        if is_database_failure(error):
            raise
        logger.exception(message, *args)
        failure.error = error


@contextmanager
def database_failures_uncounted(tried: QuerySet[Any]) -> Iterator[None]:
    """Take a try back, in the `tries` of these rows, if it ends with a failure of the database."""
    try:
        yield
    except (DatabaseError, InterfaceError) as error:
        if is_database_failure(error):
            _uncount(tried)
        raise


def _uncount(tried: QuerySet[Any]) -> None:
    """A database that refuses even this will hardly count the next try."""
    with suppress(DatabaseError, InterfaceError):
        if not connection.is_usable():
            connection.close()  # the next query opens another
        tried.filter(tries__gt=0).update(tries=F("tries") - 1)
