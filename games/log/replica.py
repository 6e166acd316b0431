"""Reads from a replica of the database, which may lag. Whatever decides something reads the primary.

The log of a game is append-only: a replica that has a version of a game has the same log up to it. So a
request first finds the game in the primary, with its version and what the caller may see. It then reads the
log from the replica, if that has this version. So the answer is never older, however far the replica lags.

A list has no version. It comes from the replica unless its caller has changed something lately, and never
from a replica that is further behind than that.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import redis
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections
from prometheus_client import Counter

from games.models import Game
from games.redis_clients import shared_client

logger = logging.getLogger("signalbox.replica")

REPLICA: Final = "replica"
AWAY_SECONDS: Final = 5.0  # after a failure nobody asks the replica for this long
LATELY: Final = timedelta(seconds=60)
MAX_LAG: Final = LATELY / 2  # so that clocks may differ by as much
READS = Counter("signalbox_replica_reads_total", "Reads meant for the replica, by who answered.", ["by"])

# One that was promoted is a database of its own and answers nothing.
HAS_VERSION: Final = "SELECT version >= %s FROM games_game WHERE id = %s AND pg_is_in_recovery()"
IS_FRESH: Final = "SELECT pg_last_xact_replay_timestamp() > now() - %s AND pg_is_in_recovery()"

_permitted: ContextVar[bool] = ContextVar("_permitted", default=False)
_reading: ContextVar[bool] = ContextVar("_reading", default=False)


class Router:
    """Django's router: inside a block that reads the replica, queries go there."""

    def db_for_read(self, model: Any, **hints: Any) -> str | None:
        return REPLICA if _reading.get() else None

    def db_for_write(self, model: Any, **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *objects: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, *args: Any, **hints: Any) -> bool:
        return db != REPLICA


@contextmanager
def permitted() -> Iterator[None]:
    """Inside the block `read_log_of` may choose the replica; with the block the choice ends."""
    before = _permitted.set(True), _reading.set(_reading.get())
    try:
        yield
    except (DatabaseError, InterfaceError) as error:
        if _reading.get():
            _note_failure(error)  # so that the retry reads the primary
        raise
    finally:
        _permitted.reset(before[0])
        _reading.reset(before[1])


def read_log_of(game: Game) -> None:
    """Read from the replica for the rest of the block, if it has this version of the game."""
    if _permitted.get() and REPLICA in connections.settings:
        _choose_by(HAS_VERSION, game.version, game.id)


@contextmanager
def listing(player: UUID | None) -> Iterator[None]:
    """The block reads from the replica, unless the caller has changed something lately."""
    with permitted():
        if REPLICA in connections.settings and not (player and wrote_lately(player)):
            _choose_by(IS_FRESH, MAX_LAG)
        yield


def note_write(player: UUID) -> None:
    """Call it before a change, so that the player's next lists show it."""
    if REPLICA in connections.settings:
        try:
            shared_client(settings.REDIS_URL).set(_mark(player), 1, px=LATELY)
        except redis.RedisError:
            logger.warning("cannot note a change of %s: Redis does not respond", player)


def wrote_lately(player: UUID) -> bool:
    """Without Redis nobody knows."""
    try:
        return bool(shared_client(settings.REDIS_URL).exists(_mark(player)))
    except redis.RedisError:
        return True


def _mark(player: UUID) -> str:
    return f"wrote:{player}"


def _choose_by(statement: str, *values: Any) -> None:
    answered = _ask(statement, *values)
    READS.labels({True: "replica", False: "primary_behind", None: "primary_away"}[answered]).inc()
    _reading.set(bool(answered))


class _Failure:
    """When the replica failed last, in this process."""

    at = -AWAY_SECONDS


def _ask(statement: str, *values: Any) -> bool | None:
    """None while the replica is away."""
    if time.monotonic() < _Failure.at + AWAY_SECONDS:
        return None
    try:
        return bool(_value(REPLICA, statement, *values))
    except (DatabaseError, InterfaceError) as error:
        _note_failure(error)
        return None


def _note_failure(error: Exception) -> None:
    logger.warning("the replica failed: %s", error)
    _Failure.at = time.monotonic()


def replica_lag() -> float | None:
    """In bytes of the log that it has to replay; None while either of the two is away."""
    try:
        written = _value(DEFAULT_DB_ALIAS, "SELECT pg_current_wal_lsn()")
        lag = _value(REPLICA, "SELECT pg_wal_lsn_diff(%s, pg_last_wal_replay_lsn())", written)
    except (DatabaseError, InterfaceError):
        return None
    return None if lag is None else max(0.0, float(lag))


def _value(alias: str, statement: str, *values: Any) -> Any:
    with connections[alias].cursor() as cursor:
        cursor.execute(statement, values)
        row = cursor.fetchone()
    return row[0] if row else None
