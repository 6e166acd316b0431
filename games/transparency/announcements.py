"""Facts for the public log, each written in the transaction of what it tells of."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from games.transparency.models import PendingLeaf
from proof.chain import canonical
from proof.transparency.entries import blinded
from rules.table.clock import timestamp
from rules.table.fold import Folded

HEADS_EVERY: Final = timedelta(hours=1)  # of a game in play; the head at the end is always announced


def announce(kind: str, at: datetime, *, game: UUID | None = None, **facts: Any) -> None:
    fact(kind, at, game=game, **facts).save()


def fact(kind: str, at: datetime, *, game: UUID | None = None, **facts: Any) -> PendingLeaf:
    """The row has the id, so that the entries of a game are found; the entry has the blinded one."""
    told = {name: value for name, value in facts.items() if value is not None}
    entry = {"kind": kind, "at": timestamp(at), **told}
    if game is not None:
        entry["game"] = blinded(str(game))
    return PendingLeaf(kind=kind, game=game, entry=canonical(entry))


def head_announce(game_id: UUID, folded: Folded, at: datetime) -> None:
    announce("game_head", at, game=game_id, version=folded.seq, hash=folded.hash, status=folded.status.value)
