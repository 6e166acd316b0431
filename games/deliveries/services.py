"""Writes deliveries, in the transaction of what they tell of. After the commit their senders are woken."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.utils import timezone

from games.deliveries.channel import wake_senders
from games.deliveries.models import Channel, Delivery

# A digest collects notices until it is due.
COLLECT: Final = """
INSERT INTO games_delivery (player_id, id, channel, receiver, kind, digest_at, notices, state, attempts,
    next_attempt_at, created_at)
VALUES (%s, %s, 'email', %s, 'digest', %s, %s, 'pending', 0, %s, %s)
ON CONFLICT (player_id, digest_at) WHERE digest_at IS NOT NULL
DO UPDATE SET notices = games_delivery.notices || excluded.notices
"""


def deliveries_write(made: Sequence[Delivery]) -> None:
    """They are due at once."""
    now = timezone.now()
    for one in made:
        one.created_at = one.next_attempt_at = now
    Delivery.objects.bulk_create(made)
    for channel in {one.channel for one in made}:
        transaction.on_commit(partial(wake_senders, Channel(channel)), robust=True)


def digest_collect(player: UUID, notice: int, due: datetime) -> None:
    values: list[Any] = [player, uuid4(), player, due, [notice], due, timezone.now()]
    with connection.cursor() as cursor:
        cursor.execute(COLLECT, values)
