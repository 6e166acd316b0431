"""Creates notices, numbered without gaps for each player, and deletes old ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from games.accounts.inbox import inbox_lock
from games.accounts.models import Player
from games.log import wakes
from games.notices.kinds import Payload
from games.notices.models import Inbox, Notice
from games.notices.new_notifications import notifications_create
from games.placement import locked_in_turn
from games.sql import fetch

STILL_THERE: Final = "SELECT id FROM games_player WHERE id = ANY(%s) AND deleted_at IS NULL"


@dataclass(frozen=True, slots=True)
class Given:
    """A notice before it has its number."""

    player: UUID
    at: datetime
    kind: str
    data: dict[str, Any]
    game: UUID | None = None
    seq: int | None = None


def notice_give(player: Player, payload: Payload) -> None:
    """Give a player a notice that is not about a game. It must not contain secrets.

    No webhook is sent it. What a player causes goes by `webhooks.new_deliveries.notices_announce`,
    which also creates the deliveries.
    """
    notices_give([Given(player.pk, timezone.now(), payload.kind, payload.data)])


@transaction.atomic
def notices_give(given: Sequence[Given]) -> None:
    """Number them in this order. The inboxes stay locked until the commit (`log.locks`)."""
    number = _reserve(Counter(one.player for one in given))
    rows = []
    for one in given:
        if one.player in number:
            number[one.player] += 1
            rows.append(_row(one, number[one.player]))
    Notice.objects.bulk_create(rows)
    if rows:
        notifications_create(rows)
        transaction.on_commit(partial(wakes.wake_players, number), robust=True)


def _reserve(wanted: Mapping[UUID, int]) -> dict[UUID, int]:
    """Reserve numbers, player by player. Returns the last one before them; deleted players are left out."""
    before = {
        player: inbox_lock(player, notices=wanted[player]) - wanted[player] for player in sorted(wanted)
    }
    there = {player for (player,) in fetch(STILL_THERE, list(before))} if before else set()
    if gone := before.keys() - there:
        Inbox.objects.filter(pk__in=gone).delete()
    return {player: last for player, last in before.items() if player in there}


def _row(one: Given, number: int) -> Notice:
    return Notice(
        player_id=one.player,
        number=number,
        kind=one.kind,
        game_id=one.game,
        seq=one.seq,
        at=one.at,
        data=one.data,
    )


FORGOTTEN_AT_ONCE: Final = 5_000
NOTE_FORGOTTEN: Final = """
UPDATE games_inbox SET forgotten = old.number FROM unnest(%s::uuid[], %s::bigint[]) AS old(player, number)
WHERE player_id = old.player
"""
DELETE_FORGOTTEN: Final = """
DELETE FROM games_notice notice USING unnest(%s::uuid[], %s::bigint[]) AS old(player, number)
WHERE notice.player_id = old.player AND notice.number <= old.number
"""


@transaction.atomic
def notices_forget() -> int:
    """Delete a batch of notices that are older than `NOTICES_KEPT`. Returns its size.

    All of a player's smaller numbers go too, so that there is no gap among those that are kept.
    """
    old = Notice.objects.filter(at__lt=timezone.now() - settings.NOTICES_KEPT).order_by("at")
    last: dict[UUID, int] = {}
    for player, number in old.values_list("player_id", "number")[:FORGOTTEN_AT_ONCE]:
        last[player] = max(number, last.get(player, 0))
    if not last:
        return 0
    list(locked_in_turn(Inbox.objects.select_for_update(), last))
    values: list[Any] = [list(last), list(last.values())]
    with connection.cursor() as cursor:
        cursor.execute(NOTE_FORGOTTEN, values)
        cursor.execute(DELETE_FORGOTTEN, values)
        return cursor.rowcount
