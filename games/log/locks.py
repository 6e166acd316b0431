"""Locks, and the one order in which rows are locked.

A transaction that locks several of these rows locks them from top to bottom, so no two transactions wait for
each other. Several rows of one kind are locked in the order of their ids.

    row              locked by                                 for
    game             `play.change.changing`                    every change to a game
    notifier cursor  `notifier.game_notify`                    reading on in a log (skips locked rows)
    player           `accounts.services.player_lock`           seats, tokens, imports, webhooks, deletion
                     `notices.services.notices_give`           (shared) against a deletion meanwhile
    inbox            `notices.services.notices_give`           numbering notices without gaps
    webhook          `webhooks.delivery`, `webhooks.receivers` success, failure, pause
                     `webhooks.outbox.deliveries_create`       (shared) against a deletion meanwhile
    delivery         `webhooks.delivery`                       the result of an attempt

Work that would have to lock upwards gets a transaction of its own: before the others (account deletion leaves
each game first) or after the commit (a paused webhook's notice). Ratings are locked by settlements alone.

Advisory locks, as below, are taken before any row.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from uuid import UUID

from django.db import DatabaseError, InterfaceError, connection


@contextmanager
def alone_with(subject: UUID, purpose: str) -> Iterator[bool]:
    """Yields False if another process is doing the same work on the game or the audit.

    The lock belongs to the database connection, so it ends with the process, however that ends. It saves
    work and keeps a bot that never stops thinking from blocking many workers; only row locks protect data.
    """
    key = lock_key(f"{purpose} {subject}")
    got = _ask("SELECT pg_try_advisory_lock(%s)", key)
    try:
        yield got
    finally:
        if got:
            with suppress(DatabaseError, InterfaceError):  # a lost connection has released the lock
                _ask("SELECT pg_advisory_unlock(%s)", key)


def lock_key(name: str) -> int:
    """PostgreSQL identifies an advisory lock by a 64-bit integer."""
    return int.from_bytes(sha256(name.encode()).digest()[:8], signed=True)


def _ask(statement: str, key: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(statement, [key])
        row = cursor.fetchone()
        return bool(row and row[0])
