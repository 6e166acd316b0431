"""Leases on deliveries: which worker posts what next. The rows say what is due; a worker leases a batch.

A lease expires: when a worker dies, another one takes the batch later. So a message arrives at least once. A
batch is for one webhook and has one lease; the running leases are the posters at work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from games.log.locks import lock_key
from games.models import Delivery, Webhook

AT_ONCE: Final = 4  # posters at one player's receivers; at one that fails, one
FAILING_AT_ONCE: Final = 8  # at all receivers that fail: the other posters are for those that work
BATCH: Final = 20
SPARE_SECONDS: Final = 10  # beyond what a batch may take, before another worker takes it up

DUE: Final = """
delivery.webhook_id = webhook.id AND delivery.state = 'pending' AND delivery.next_attempt_at <= %(now)s
AND (delivery.leased_until IS NULL OR delivery.leased_until <= %(now)s)
"""
# Each active webhook offers what is due first of its own; those that work come before those that fail.
NEXT: Final = f"""
WITH busy AS (
    SELECT DISTINCT webhook.id, webhook.player_id, webhook.failures, delivery.leased_until
    FROM games_delivery delivery JOIN games_webhook webhook ON webhook.id = delivery.webhook_id
    WHERE delivery.leased_until > %(now)s
)
SELECT webhook.id, due.kind, webhook.failures FROM games_webhook webhook CROSS JOIN LATERAL (
    SELECT delivery.kind, delivery.next_attempt_at FROM games_delivery delivery WHERE {DUE}
    ORDER BY delivery.next_attempt_at, delivery.seq LIMIT 1
) due
WHERE webhook.paused_at IS NULL AND (webhook.held_until IS NULL OR webhook.held_until <= %(now)s)
    AND (SELECT count(*) FROM busy WHERE busy.player_id = webhook.player_id) < %(at_once)s
    AND (webhook.failures = 0 OR (
        NOT EXISTS (SELECT FROM busy WHERE busy.id = webhook.id)
        AND (SELECT count(*) FROM busy WHERE busy.failures > 0) < %(failing_at_once)s
    ))
ORDER BY webhook.failures > 0, due.next_attempt_at LIMIT 1
"""  # noqa: S608 (no value in it)
# A question is leased alone: the worker waits for its answer, and other messages would wait too.
LEASE: Final = f"""
UPDATE games_delivery delivery SET leased_until = %(lease)s WHERE delivery.id IN (
    SELECT delivery.id FROM games_delivery delivery, games_webhook webhook
    WHERE webhook.id = %(webhook)s AND {DUE} AND (delivery.kind = 'bot.act') = %(is_question)s
    ORDER BY delivery.next_attempt_at, delivery.seq LIMIT %(most)s
) RETURNING delivery.id
"""  # noqa: S608 (no value in it)
# One lease is taken at a time: two at once would both count the same posters at work.
LEASE_LOCK: Final = lock_key("signalbox webhook leases")


@dataclass(frozen=True, slots=True)
class Batch:
    webhook: Webhook
    deliveries: Sequence[Delivery]


def batch_lease() -> Batch | None:
    """What is due and may be sent now to one webhook, for us alone; None if there is nothing."""
    now = timezone.now()
    lease = now + settings.WEBHOOK_PATIENCE + timedelta(seconds=SPARE_SECONDS)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LEASE_LOCK])
        cursor.execute(NEXT, {"now": now, "at_once": AT_ONCE, "failing_at_once": FAILING_AT_ONCE})
        row = cursor.fetchone()
        if row is None:
            return None
        cursor.execute(LEASE, {"now": now, "lease": lease, **_share(*row)})
        ids = [found for (found,) in cursor.fetchall()]
    webhook = Webhook.objects.select_related("player").filter(pk=row[0]).first()
    found = Delivery.objects.filter(pk__in=ids).order_by("next_attempt_at", "seq")
    return Batch(webhook, list(found)) if webhook else None


def _share(webhook: UUID, kind: str, failures: int) -> dict[str, Any]:
    is_question = kind == Webhook.Kind.BOT_ACT
    return {
        "webhook": webhook,
        "is_question": is_question,
        "most": 1 if is_question or failures else BATCH,
    }


def deliveries_release(left: Sequence[Delivery]) -> None:
    """Let others have what we will not come to."""
    ours = Delivery.objects.filter(pk__in=[one.pk for one in left], leased_until=left[0].leased_until)
    ours.update(leased_until=None)
