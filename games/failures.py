"""Error handling for work on many games or deliveries: one failure must not stop the others."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import DatabaseError, InterfaceError, OperationalError

# SQLSTATE of a write to a standby or read-only database, which psycopg classifies as an internal error.
READ_ONLY: Final = "25006"
# How Citus begins to say that a node does not respond. It has no SQLSTATE for it.
NODE_AWAY: Final = (
    "connection to the remote node",
    "could not establish any connections to the node",
    "failure on connection marked as essential",
)


class Unreadable(Exception):
    """What the database holds of this game cannot be decrypted. Other games are not affected."""

    def __init__(self, game_id: UUID, why: str) -> None:
        super().__init__(f"game {game_id}: {why}")
        self.why = why


class SealingKeyMissing(Unreadable):
    """Nothing is damaged: the game can be read again once the key is set."""


def is_database_failure(error: BaseException) -> bool:
    """Whether the database itself failed: unreachable, full, overloaded, shutting down or read-only."""
    if isinstance(error, OperationalError | InterfaceError):
        return True
    return is_missing_node(error) or (isinstance(error, DatabaseError) and sqlstate_of(error) == READ_ONLY)


def is_missing_node(error: BaseException) -> bool:
    """Whether a node of a distributed database is away, while the one we are connected to is not."""
    return isinstance(error, DatabaseError) and str(error).startswith(NODE_AWAY)


def sqlstate_of(error: BaseException) -> str:
    """PostgreSQL's error code, taken from the driver's exception; empty without one."""
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
