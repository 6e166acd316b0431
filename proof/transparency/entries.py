"""How the entries of the public log name a game: by a blinded id, for all games alike.

The id of a game leads to it, so the log must not tell those of private and unlisted games. The blinded id is
SHA-256 over a prefix and the id. That is enough, without a key or a salt: an id has 122 random bits, so that
nobody can find it by trying, and those who hold an export have the id and can compute the name of its
entries. The prefix keeps the hash apart from any other hash of the same id.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from rules.table.state import Visibility

# What happens enters the log within this time (the maximum merge delay); mostly it takes ten seconds. Heads
# of private games wait for the end of their hour first.
MERGE_DELAY: Final = timedelta(minutes=5)
BATCHES: Final = timedelta(hours=1)
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
PREFIX: Final = "signalbox public log, game "


def blinded(game: str) -> str:
    """The name of a game in the log, from its id on the server; an import has one of its own."""
    return hashlib.sha256((PREFIX + game).encode()).hexdigest()


def head_of(game: str, version: int, digest: str) -> dict[str, Any]:
    """What the entry of a head must say of a game."""
    return {"game": blinded(game), "version": version, "hash": digest}


def batch_of(at: datetime, every: timedelta) -> datetime:
    """When the hour or the day began with which something enters."""
    return at - (at - EPOCH) % every


def head_due(at: datetime, visibility: str) -> datetime:
    """By when the head of a game whose last event was then must be in the log."""
    entered = batch_of(at, BATCHES) + BATCHES if visibility == Visibility.PRIVATE else at
    return entered + MERGE_DELAY
