"""Leases on the outbox: which worker sends what next, and what became of it.

A row is leased before it is sent and marked right after it was accepted. A worker that is killed in between
leaves a row whose lease expires, and it is sent again with the same id; see decision 0030.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from games.log.sql import fetch
from games.models import Notification

LOOKED_AT: Final = 50  # rows at once, so that workers that look together do not all want the same one

# One row for each player, and none of a player to whom something is being sent: a slow receiver of one
# player keeps one worker busy.
DUE: Final = """
SELECT player_id, id FROM (
    SELECT DISTINCT ON (player_id) player_id, id, next_attempt_at FROM games_notification waiting
    WHERE state = 'pending' AND channel = %(channel)s AND next_attempt_at <= %(now)s
        AND NOT EXISTS (
            SELECT FROM games_notification busy WHERE busy.player_id = waiting.player_id
            AND busy.state = 'pending' AND busy.channel = %(channel)s AND busy.leased_until > %(now)s
        )
    ORDER BY player_id, next_attempt_at, id
) first ORDER BY next_attempt_at LIMIT %(limit)s
"""
# Whoever comes second finds the row leased: the condition is evaluated again when the first has committed.
LEASE: Final = """
UPDATE games_notification SET leased_until = %(until)s, attempts = attempts + 1
WHERE player_id = %(player)s AND id = %(id)s AND state = 'pending' AND next_attempt_at <= %(now)s
    AND (leased_until IS NULL OR leased_until <= %(now)s)
"""


def due(channel: str) -> list[tuple[UUID, UUID]]:
    """The keys of rows that may be sent now."""
    values: dict[str, Any] = {"channel": channel, "now": timezone.now(), "limit": LOOKED_AT}
    with connection.cursor() as cursor:
        cursor.execute(DUE, values)
        return cursor.fetchall()


def lease(player: UUID, row: UUID, span: timedelta) -> Notification | None:
    """The row, for as long as the span; None if another worker has it."""
    now = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(LEASE, {"player": player, "id": row, "now": now, "until": now + span})
        if not cursor.rowcount:
            return None
    return Notification.objects.select_related("player").filter(player=player, id=row).first()


def end(row: Notification, state: str) -> None:
    """Nothing more is done about it."""
    _update(row, state=state, ended_at=timezone.now())


def postpone(row: Notification, until: datetime) -> None:
    _update(row, next_attempt_at=until)


def _update(row: Notification, **values: Any) -> None:
    mine = Notification.objects.filter(player=row.player_id, id=row.id)
    mine.update(leased_until=None, **values)


def waiting_postpone(player: UUID, subscription: UUID, until: datetime) -> None:
    """Whatever else waits for a receiver that has just failed waits as long."""
    waiting = Notification.objects.filter(
        player=player, subscription=subscription, state=Notification.State.PENDING, next_attempt_at__lt=until
    )
    waiting.update(next_attempt_at=until)


def ended_rows(*, before: datetime) -> QuerySet[Notification]:
    return Notification.objects.filter(ended_at__lt=before)


def oldest_due(channel: str) -> tuple[int, datetime | None]:
    """How many are due, and since when the first of them."""
    statement = (
        "SELECT count(*), min(next_attempt_at) FROM games_notification "
        "WHERE state = 'pending' AND channel = %s AND next_attempt_at <= %s"
    )
    ((number, since),) = fetch(statement, channel, timezone.now())
    return number, since
