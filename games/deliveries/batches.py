"""Leases on deliveries: which worker sends what next, fair by account.

The rows say what is due; a worker leases a batch, all for one receiver. A lease expires: when a worker dies,
another finds what it left, so a message arrives at least once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from games.deliveries.channel import Carrier
from games.deliveries.models import Delivery
from games.deliveries.standing import DOUBTFUL, player_served
from games.log.locks import lock_key

# Over all channels and machines. With the workers of mail and push this leaves some for trusted webhooks.
DOUBTFUL_AT_ONCE: Final = 6
SURE: Final = 2  # of these are served like anybody else, so that those in doubt do not starve
SPARE: Final = timedelta(seconds=10)  # beyond the longest a batch can take, before another worker takes it
AT_ONCE: Final = 100  # left by workers that died
LOCK: Final = lock_key("leases of deliveries")

DUE: Final = """
delivery.state = 'pending' AND delivery.channel = %(channel)s AND delivery.next_attempt_at <= %(now)s
AND delivery.leased_until IS NULL
"""
# Mostly there is nothing, and then no lock is needed to find that out.
ANY_DUE: Final = f"SELECT FROM games_delivery delivery WHERE {DUE} LIMIT 1"
# What workers are sending, batch by batch.
BUSY: Final = f"""
SELECT DISTINCT delivery.player_id, delivery.channel, delivery.receiver, delivery.leased_until,
    {DOUBTFUL} AS doubtful
FROM games_delivery delivery
LEFT JOIN games_standing standing
    ON standing.player_id = delivery.player_id AND standing.channel = delivery.channel
WHERE delivery.leased_until > %(now)s
"""  # noqa: S608 (no value in it)
# The earliest due delivery of each receiver that is open. Players in doubt come last. Among equals come those
# who keep the fewest workers busy, then those who were served longest ago. It begins with what is due,
# because most receivers have nothing to get at most times.
NEXT: Final = f"""
WITH busy AS ({BUSY})
SELECT waiting.player_id, waiting.receiver, due.kind
FROM (
    SELECT DISTINCT delivery.player_id, delivery.receiver FROM games_delivery delivery
    WHERE delivery.state = 'pending' AND delivery.channel = %(channel)s
        AND delivery.next_attempt_at <= %(now)s
) waiting
LEFT JOIN games_standing standing
    ON standing.player_id = waiting.player_id AND standing.channel = %(channel)s
CROSS JOIN LATERAL (
    SELECT delivery.kind, delivery.next_attempt_at FROM games_delivery delivery
    WHERE delivery.player_id = waiting.player_id AND delivery.receiver = waiting.receiver AND {DUE}
    ORDER BY delivery.next_attempt_at, delivery.seq LIMIT 1
) due
WHERE NOT ({{shut}})
    AND (SELECT count(*) FROM busy WHERE channel = %(channel)s) < %(workers)s
    AND (SELECT count(*) FROM busy WHERE busy.player_id = waiting.player_id AND channel = %(channel)s)
        < %(per_player)s
    AND (NOT {DOUBTFUL} OR (SELECT count(*) FROM busy WHERE doubtful) < %(doubtful_at_once)s)
ORDER BY {DOUBTFUL} AND (SELECT count(*) FROM busy WHERE doubtful) >= %(sure)s,
    (SELECT count(*) FROM busy WHERE busy.player_id = waiting.player_id),
    standing.served_at NULLS FIRST, due.next_attempt_at
LIMIT 1
"""  # noqa: S608 (no value in it)
# Some kinds are leased alone.
LEASE: Final = f"""
UPDATE games_delivery delivery SET leased_until = %(lease)s
WHERE delivery.player_id = %(player)s AND delivery.leased_until IS NULL AND delivery.id IN (
    SELECT delivery.id FROM games_delivery delivery
    WHERE delivery.player_id = %(player)s AND delivery.receiver = %(receiver)s AND {DUE}
        AND (delivery.kind = ANY(%(alone)s)) = %(is_alone)s
    ORDER BY delivery.next_attempt_at, delivery.seq LIMIT %(most)s
) RETURNING delivery.id
"""  # noqa: S608 (no value in it)
OLDEST: Final = f"""
WITH busy AS ({BUSY})
SELECT coalesce(sum(number), 0)::bigint, min(since) FROM (
    SELECT delivery.player_id, delivery.receiver, count(*) AS number, min(delivery.next_attempt_at) AS since
    FROM games_delivery delivery
    WHERE delivery.state = 'pending' AND delivery.channel = %(channel)s
        AND delivery.next_attempt_at <= %(now)s
    GROUP BY delivery.player_id, delivery.receiver
) waiting WHERE NOT ({{shut}})
"""  # noqa: S608 (no value in it)


def batch_lease(carrier: Carrier) -> list[Delivery]:
    """Lease what is due for one receiver; empty if nothing is due.

    One lease is taken at a time: two concurrent ones would count the same busy workers. The lock holds on one
    node, so on Citus all workers have to use the same coordinator; otherwise there may be more at once than
    the limits say, but no delivery is leased twice.
    """
    values: dict[str, Any] = {"now": timezone.now(), "channel": carrier.name.value}
    with connection.cursor() as cursor:
        cursor.execute(ANY_DUE, values)
        if not cursor.rowcount:
            return []
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        cursor.execute(NEXT.format(shut=carrier.shut), {**values, **_limits(carrier)})
        row = cursor.fetchone()
        if row is None:
            return []
        player_served(row[0], carrier.name, values["now"])
        lease = values["now"] + timedelta(seconds=carrier.seconds()) + SPARE
        cursor.execute(LEASE, {**values, "lease": lease, **_share(carrier, *row)})
        ids = [found for (found,) in cursor.fetchall()]
    found = Delivery.objects.select_related("player").filter(player=row[0], id__in=ids)
    return list(found.order_by("next_attempt_at", "seq"))


def _limits(carrier: Carrier) -> dict[str, int]:
    return {
        "workers": carrier.workers,
        "per_player": carrier.per_player,
        "doubtful_at_once": DOUBTFUL_AT_ONCE,
        "sure": SURE,
    }


def _share(carrier: Carrier, player: UUID, receiver: UUID, kind: str) -> dict[str, Any]:
    is_alone = kind in carrier.alone
    most = 1 if is_alone else carrier.batch
    return {
        "player": player,
        "receiver": receiver,
        "alone": list(carrier.alone),
        "is_alone": is_alone,
        "most": most,
    }


def deliveries_release(left: Sequence[Delivery]) -> None:
    """Return deliveries that this worker will not get to."""
    mine = Delivery.objects.filter(player=left[0].player_id, id__in=[one.id for one in left])
    mine.filter(leased_until=left[0].leased_until).update(leased_until=None)


def deliveries_dropped(carrier: Carrier) -> list[Delivery]:
    """What workers had leased when they died."""
    left = Delivery.objects.filter(leased_until__lte=timezone.now(), channel=carrier.name)
    return list(left.order_by("leased_until")[:AT_ONCE])


def oldest_due(carrier: Carrier) -> tuple[int, datetime | None]:
    """How many are due, and since when the first of them. What waits for its receiver is not."""
    values: dict[str, Any] = {"now": timezone.now(), "channel": carrier.name.value}
    with connection.cursor() as cursor:
        cursor.execute(OLDEST.format(shut=carrier.shut), values)
        number, since = cursor.fetchone()
    return number, since
