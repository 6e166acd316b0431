"""Ended deliveries are kept for a while: their owners look at them, and limits of a day count them."""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.deliveries.models import Attempt, Delivery

KEPT: Final = timedelta(days=7)
PRUNED_AT_ONCE: Final = 5_000


@transaction.atomic
def deliveries_prune() -> int:
    """Delete a batch of deliveries that ended long ago. Returns how many it deleted."""
    old = Delivery.objects.filter(ended_at__lt=timezone.now() - KEPT)
    by_player: dict[UUID, list[UUID]] = {}
    for player, delivery in old.order_by("ended_at").values_list("player", "id")[:PRUNED_AT_ONCE]:
        by_player.setdefault(player, []).append(delivery)
    deleted = 0
    for player, ids in by_player.items():
        mine = old.filter(player=player, id__in=ids)  # on one node, so they can be locked
        free = list(mine.select_for_update(skip_locked=True).values_list("id", flat=True))
        Attempt.objects.filter(player=player, delivery_id__in=free).delete()
        Delivery.objects.filter(player=player, id__in=free).delete()
        deleted += len(free)
    return deleted
