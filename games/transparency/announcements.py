"""Facts for the public log, each written in the transaction of what it tells of.

A fact that could be connected with a person by its time enters the log in batches, dated by the beginning of
the hour or the day: heads of private games, and deletions of accounts.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from games.transparency.heads import head_keep
from games.transparency.models import PendingLeaf
from games.transparency.refusals import HeadSigned
from proof.chain import canonical
from proof.transparency.entries import BATCHES, batch_of, blinded
from rules.table.clock import timestamp
from rules.table.fold import Folded
from rules.table.state import Visibility

logger = logging.getLogger("signalbox.log")

# What each kind of entry tells beside its time. An entry is never erased, so nothing of it is personal.
TOLD: Final[dict[str, frozenset[str]]] = {
    "game_opened": frozenset(("game", "commitment")),
    "game_head": frozenset(("game", "version", "hash", "status")),
    "game_imported": frozenset(("game", "version", "hash")),
    "game_looks": frozenset(("game", "count", "hash")),
    "operator_deed": frozenset(("game", "deed")),
    "account_deleted": frozenset(),
    "key": frozenset(("vkey",)),
    "dataset_published": frozenset(("name", "bytes", "sha256")),
}
HEADS_EVERY: Final = timedelta(hours=1)  # of a game in play; the head at the end is always announced
DAY: Final = timedelta(days=1)


def announce(
    kind: str, at: datetime, *, game: UUID | None = None, every: timedelta | None = None, **facts: Any
) -> None:
    """`every`: with all of its hour or day."""
    if every is None:
        fact(kind, at, game=game, **facts).save()
        return
    begun = batch_of(at, every)
    leaf = fact(kind, begun, game=game, **facts)
    leaf.due = begun + every
    leaf.save()


def fact(kind: str, at: datetime, *, game: UUID | None = None, **facts: Any) -> PendingLeaf:
    """The row has the id, so that the entries of a game are found; the entry has the blinded one."""
    told = {name: value for name, value in facts.items() if value is not None}
    if game is not None:
        told["game"] = blinded(str(game))
    if odd := told.keys() - TOLD[kind]:
        raise ValueError(f"{kind} does not tell {sorted(odd)}")
    entry = {"kind": kind, "at": timestamp(at), **told}
    return PendingLeaf(kind=kind, game=game, entry=canonical(entry))


def head_announce(game_id: UUID, folded: Folded, at: datetime) -> None:
    try:
        head_keep(game_id, folded.seq, folded.hash)
    except HeadSigned as refused:
        logger.critical("ALERT: the head of game %s does not enter the public log: %s", game_id, refused)
        return
    every = BATCHES if folded.table.visibility == Visibility.PRIVATE else None
    facts = {"version": folded.seq, "hash": folded.hash, "status": folded.status.value}
    announce("game_head", at, game=game_id, every=every, **facts)
