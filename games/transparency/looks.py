"""The lists of auditors' looks enter the public log: how many looks there are, and the last hash."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.reading.models import LookList
from games.transparency.announcements import announce
from proof.looks import KIND
from proof.transparency.entries import BATCHES

AT_ONCE: Final = 1000


def looks_announce() -> int:
    """Those whose hour is over. Returns how many."""
    due = LookList.objects.filter(due__lte=timezone.now()).order_by("due").values_list("pk", flat=True)
    return sum(_announce(game) for game in list(due[:AT_ONCE]))


@transaction.atomic
def _announce(game: UUID) -> bool:
    found = LookList.objects.select_for_update().get(pk=game)
    if found.due is None:
        return False  # somebody else has
    announce(KIND, found.due - BATCHES, game=game, count=found.count, hash=found.hash)
    found.due = None
    found.save(update_fields=["due"])
    return True
