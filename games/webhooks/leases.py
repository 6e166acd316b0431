"""Leases on deliveries: which worker posts what next. The rows say what is due; a worker leases a batch.

A lease expires: when a worker dies, another takes the batch later, so a message arrives at least once. A
batch is for one webhook and has one lease; the number of current leases is the number of busy workers.
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

from games.accounts.selectors import IS_LASTING
from games.log.locks import lock_key
from games.log.sql import fetch
from games.models import Delivery, Webhook

AT_ONCE: Final = 4  # workers per player's receivers; a failing receiver gets one
DOUBTFUL_AT_ONCE: Final = (
    8  # workers for all of them together, so that half of the workers are left for others
)
BATCH: Final = 20
SPARE_SECONDS: Final = 10  # beyond the longest a batch can take, before another worker may take it

DUE: Final = """
delivery.player_id = webhook.player_id AND delivery.webhook_id = webhook.id
AND delivery.state = 'pending' AND delivery.next_attempt_at <= %(now)s
AND (delivery.leased_until IS NULL OR delivery.leased_until <= %(now)s)
"""
# A receiver that fails, that has never answered, or one of whose player's receivers was slow lately.
DOUBTFUL: Final = "(webhook.failures > 0 OR webhook.trusted_from IS NULL OR webhook.trusted_from > %(now)s)"
# Mostly there is nothing, and then no lock is needed to find that out.
ANY_DUE: Final = "SELECT FROM games_delivery WHERE state = 'pending' AND next_attempt_at <= %s LIMIT 1"
# The earliest due delivery of each active webhook. Doubtful receivers come last, and among equals those whose
# player keeps the fewest workers busy come first. It begins with what is due, because most webhooks have
# nothing to send at most times.
NEXT: Final = f"""
WITH busy AS (
    SELECT DISTINCT webhook.id, webhook.player_id, delivery.leased_until, {DOUBTFUL} AS doubtful
    FROM games_delivery delivery
    JOIN games_webhook webhook ON webhook.player_id = delivery.player_id AND webhook.id = delivery.webhook_id
    WHERE delivery.leased_until > %(now)s
)
SELECT webhook.player_id, webhook.id, due.kind, webhook.failures
FROM (
    SELECT DISTINCT delivery.player_id, delivery.webhook_id FROM games_delivery delivery
    WHERE delivery.state = 'pending' AND delivery.next_attempt_at <= %(now)s
) waiting
JOIN games_webhook webhook ON webhook.player_id = waiting.player_id AND webhook.id = waiting.webhook_id
CROSS JOIN LATERAL (
    SELECT delivery.kind, delivery.next_attempt_at FROM games_delivery delivery WHERE {DUE}
    ORDER BY delivery.next_attempt_at, delivery.seq LIMIT 1
) due
WHERE webhook.paused_at IS NULL AND EXISTS (
        SELECT FROM games_token token WHERE token.id = webhook.token_id
        AND {IS_LASTING.format(now="%(now)s")}
    )
    AND (webhook.held_until IS NULL OR webhook.held_until <= %(now)s)
    AND (SELECT count(*) FROM busy WHERE busy.player_id = webhook.player_id) < %(at_once)s
    AND (webhook.failures = 0 OR NOT EXISTS (SELECT FROM busy WHERE busy.id = webhook.id))
    AND (NOT {DOUBTFUL} OR (SELECT count(*) FROM busy WHERE doubtful) < %(doubtful_at_once)s)
ORDER BY {DOUBTFUL}, (SELECT count(*) FROM busy WHERE busy.player_id = webhook.player_id), due.next_attempt_at
LIMIT 1
"""  # noqa: S608 (no value in it)
# A question is leased alone: a bot may take long to respond, and other messages would wait for it.
LEASE: Final = f"""
UPDATE games_delivery delivery SET leased_until = %(lease)s
WHERE delivery.player_id = %(player)s AND (delivery.leased_until IS NULL OR delivery.leased_until <= %(now)s)
    AND delivery.id IN (
    SELECT delivery.id FROM games_delivery delivery, games_webhook webhook
    WHERE webhook.player_id = %(player)s AND webhook.id = %(webhook)s AND {DUE}
        AND (delivery.kind = 'bot.act') = %(is_question)s
    ORDER BY delivery.next_attempt_at, delivery.seq LIMIT %(most)s
) RETURNING delivery.id
"""  # noqa: S608 (no value in it)
# One lease is taken at a time: two concurrent ones would count the same busy workers. The lock holds on one
# node, so on Citus all workers have to use the same coordinator; otherwise there may be more at once than
# AT_ONCE, but no delivery is leased twice.
LEASE_LOCK: Final = lock_key("signalbox webhook leases")


@dataclass(frozen=True, slots=True)
class Batch:
    webhook: Webhook
    deliveries: Sequence[Delivery]


def batch_lease() -> Batch | None:
    """Lease a batch of due deliveries for one webhook; None if nothing is due."""
    now = timezone.now()
    if not fetch(ANY_DUE, now):
        return None
    lease = now + settings.WEBHOOK_TIMEOUT + timedelta(seconds=SPARE_SECONDS)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LEASE_LOCK])
        cursor.execute(NEXT, {"now": now, "at_once": AT_ONCE, "doubtful_at_once": DOUBTFUL_AT_ONCE})
        row = cursor.fetchone()
        if row is None:
            return None
        cursor.execute(LEASE, {"now": now, "lease": lease, **_share(*row)})
        ids = [found for (found,) in cursor.fetchall()]
    webhook = Webhook.objects.select_related("player", "token__player").filter(pk=row[:2]).first()
    found = Delivery.objects.filter(player=row[0], id__in=ids).order_by("next_attempt_at", "seq")
    return Batch(webhook, list(found)) if webhook else None


def _share(player: UUID, webhook: UUID, kind: str, failures: int) -> dict[str, Any]:
    is_question = kind == Webhook.Kind.BOT_ACT
    return {
        "player": player,
        "webhook": webhook,
        "is_question": is_question,
        "most": 1 if is_question or failures else BATCH,
    }


def deliveries_release(left: Sequence[Delivery]) -> None:
    """Return deliveries that this worker will not get to."""
    mine = Delivery.objects.filter(player=left[0].player_id, id__in=[one.id for one in left])
    mine.filter(leased_until=left[0].leased_until).update(leased_until=None)
