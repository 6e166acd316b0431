"""Games beside the public log: what it has of each, and which it has that the database has lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from games.log.entries import Entry
from games.log.models import Game
from games.notices.models import NotifierCursor
from games.sql import fetch
from games.transparency.answers import GameProof
from games.transparency.delays import behind_since
from games.transparency.keys import log_keys
from games.transparency.models import Leaf, SignedHead
from games.transparency.proofs import proofs_of
from games.transparency.publication import newest
from proof.audit import Check
from proof.faults import Fault, NotYet
from proof.published import HEADS, OPENED, Published, check_published, moment
from proof.published_sources import proved
from proof.transparency.entries import MERGE_DELAY, blinded
from rules.table.state import OVER

MOST_PROOFS: Final = 50  # of one game: the first entry, and the newest ones
# EXCEPT works whichever nodes the two tables are on; a join would not.
LOST: Final = "SELECT game FROM games_leaf WHERE game IS NOT NULL EXCEPT SELECT id FROM games_game"


def check_log(game: Game, stored: Sequence[Entry], *, is_cut: bool = False) -> Check:
    return check_published(stored, partial(published, game, OPENED, *HEADS), is_cut=is_cut)


def published(game: Game, *kinds: str) -> Published:
    pairs = ((one.entry, one.proof) for one in game_proofs(game.id, kind__in=kinds))
    signed = SignedHead.objects.filter(game=game).order_by("version").values_list("version", "hash")
    return Published(
        read_at=timezone.now(),
        entries=proved(pairs, *log_keys()),
        signed=list(signed),
        behind=log_behind_since,
        is_import=bool(game.origin),
    )


def game_proofs(game: UUID, **those: Any) -> list[GameProof]:
    leaves = Leaf.objects.filter(game=game, **those)
    shown = set(leaves.order_by("-index")[: MOST_PROOFS - 1])
    if len(shown) == MOST_PROOFS - 1:
        shown |= {*leaves.order_by("index")[:1]}
    last = newest() if shown else None
    if last is None:
        return []
    signed = (leaf for leaf in shown if leaf.index < last.size)
    return proofs_of(sorted(signed, key=lambda leaf: leaf.index), last)


def is_proved(one: GameProof) -> bool:
    try:
        return bool(proved([(one.entry, one.proof)], *log_keys()))
    except (Fault, NotYet, ValueError):
        return False


def log_behind_since() -> datetime | None:
    """The log is behind if facts wait for it, and if the notifier has not told it of games that are over."""
    unheard = NotifierCursor.objects.filter(
        game__status__in=OVER, game__moved_at__lt=timezone.now() - MERGE_DELAY
    )
    ends = unheard.order_by("game__moved_at").values_list("game__moved_at", flat=True)[:1]
    return min(filter(None, (behind_since(), *ends)), default=None)


def log_delay(since: datetime | None) -> Iterator[str]:
    """In a sentence, once for all games."""
    if since:
        yield f"The public log is behind: it lacks what was due at {moment(since)}."


def games_lost() -> Iterator[str]:
    for (game,) in fetch(LOST):
        name = blinded(str(game))
        yield f"The public log has the game {game} (there {name}), and the database has lost it."
