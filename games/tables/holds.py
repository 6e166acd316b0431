"""Seats held for invited players.

The log says which seats are held, because that decides who may sit down. Whom they are held for is in the
rows of `Invitation` alone. An open invitation with a seat and a held seat in the log always go together.
"""

from __future__ import annotations

import logging
from typing import Final
from uuid import UUID

from django.utils import timezone

from games.failures import contained
from games.moves.change import Change, changing
from games.reading.models import Invitation
from rules.table.seats import HoldSeat, ReleaseSeat, free_seat
from rules.table.state import Status

logger = logging.getLogger("signalbox.holds")

MAX_RELEASED: Final = 500  # tables in one run; the next run takes the rest


def seat_hold(change: Change, invitation: Invitation) -> None:
    """The caller saves the invitation."""
    invitation.seat = free_seat(change.folded)
    change.decide(HoldSeat(invitation.seat))


def seat_release(change: Change, invitation: Invitation) -> None:
    """Free the seat that is held, if one is. The caller saves the invitation."""
    if invitation.seat is not None and change.folded.status is Status.OPEN:
        change.decide(ReleaseSeat(invitation.seat))
    invitation.seat = None


def expired_release(change: Change) -> None:
    """Free the seats of invitations that have expired."""
    if change.folded.status is Status.OPEN and not any(chair.held for chair in change.folded.table.chairs):
        return
    held = Invitation.objects.filter(game=change.game, seat__isnull=False, expires_at__lte=change.now)
    for invitation in held.order_by("seat"):
        seat_release(change, invitation)
        invitation.save(update_fields=["seat"])


def expired_holds_release() -> int:
    """Free the seats of expired invitations at every table. Returns the number of tables."""
    expired = Invitation.objects.filter(seat__isnull=False, expires_at__lte=timezone.now())
    games = dict.fromkeys(expired.order_by("expires_at").values_list("game_id", flat=True)[:MAX_RELEASED])
    for game_id in games:
        with contained(logger, "the seats held at %s could not be released", game_id):
            _release(game_id)
    return len(games)


def _release(game_id: UUID) -> None:
    with changing(game_id) as change:
        expired_release(change)
