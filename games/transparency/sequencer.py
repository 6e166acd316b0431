"""Pending facts enter the log, in one order for ever. One transaction: it happens wholly or not at all."""

from __future__ import annotations

from typing import Final

from django.db.models.functions import Now
from django.utils import timezone

from games.log.locks import lock_key
from games.sql import fetch
from games.transparency.announcements import fact
from games.transparency.keys import checkpoint_sign, log_key
from games.transparency.models import Checkpoint, Leaf, PendingLeaf
from games.transparency.storage import hashes_of, leaf_count, tiles_extend
from games.work.batches import in_batches
from proof.transparency.tree import leaf_hash, root

AT_ONCE: Final = 2000
LOCK: Final = lock_key("transparency log")
# Nothing is a parameter: a plan for any kind might read all leaves since the last key.
NEWEST_KEY: Final = (
    "SELECT entry FROM games_leaf WHERE kind = 'key' AND game IS NULL ORDER BY index DESC LIMIT 1"
)


def log_extend() -> int:
    """All that is pending enters the log. Returns how many leaves there are more.

    The primary key of a leaf would stop two of them in any case.
    """
    return in_batches(LOCK, _extend, most=AT_ONCE)


def _extend() -> tuple[int, int]:
    # Those of one batch come in an order that tells nothing of when each of them happened.
    pending = list(PendingLeaf.objects.filter(due__lte=Now()).order_by("due", "game", "id")[:AT_ONCE])
    first, leaves = leaf_count(), [*_new_key(), *pending]
    if leaves:
        _append(first, leaves)
        _checkpoint(first + len(leaves))
        PendingLeaf.objects.filter(id__in=[one.id for one in pending]).delete()
    return len(pending), len(leaves)


def _append(first: int, leaves: list[PendingLeaf]) -> None:
    Leaf.objects.bulk_create(
        Leaf(index=index, kind=one.kind, game=one.game, entry=one.entry)
        for index, one in enumerate(leaves, first)
    )
    tiles_extend(first, [leaf_hash(bytes(one.entry)) for one in leaves])


def _checkpoint(size: int) -> None:
    head = root(size, hashes_of(size))
    Checkpoint.objects.create(size=size, root=head, note=checkpoint_sign(size, head), at=timezone.now())


def _new_key() -> list[PendingLeaf]:
    """A key is in the log before anything it has signed there, even if there is no other news."""
    told = f'"vkey":"{log_key()}"'.encode()
    newest = fetch(NEWEST_KEY)
    is_known = bool(newest) and told in bytes(newest[0][0])
    return [] if is_known else [fact("key", timezone.now(), vkey=str(log_key()))]
