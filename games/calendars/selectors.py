"""Finds a calendar by its secret, and the deadlines that it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import F, QuerySet
from django.utils import timezone

from games.accounts.models import Player
from games.accounts.selectors import maker_lasts
from games.accounts.services import token_digest
from games.calendars.models import Calendar
from games.log import store
from games.log.models import Game, Seat

MAX_DEADLINES: Final = 500


class Deadline(NamedTuple):
    """A decision that a player has to make in time."""

    seat: Seat
    at: datetime

    @property
    def game(self) -> Game:
        return self.seat.game


def calendar_owner(secret: str) -> Player | None:
    """Whose feed it is; None if the token that made it has ended, or the player is suspended or deleted."""
    found = _calendars().select_related("player").filter(digest=token_digest(secret)).first()
    if found is None or found.player.deleted_at or found.player.suspended_at:
        return None
    return found.player


def calendar_of(player: Player) -> Calendar | None:
    return _calendars().filter(player=player).first()


def _calendars() -> QuerySet[Calendar]:
    return Calendar.objects.filter(maker_lasts(timezone.now()))


def deadlines(player: Player) -> list[Deadline]:
    """The player's own deadlines, the first one first."""
    waiting = Seat.objects.filter(
        player=player,
        ended_at=None,
        stand_in="",
        game__test=False,
        game__deadline__isnull=False,
        game__to_act__contains=[F("number")],
    ).select_related("game")
    found = _pending(waiting.order_by("game__deadline")[:MAX_DEADLINES])
    return sorted(found, key=lambda one: (one.at, one.game.id))


def _pending(seats: Iterable[Seat]) -> Iterator[Deadline]:
    """The row of a game has the first of its deadlines, so the log is read only if several have to act."""
    for seat in seats:
        game = seat.game
        at = game.deadline
        if game.to_act != [seat.number]:
            at = store.states.load(game.id, game.version).deadline(seat.number)
        if at is not None:
            yield Deadline(seat, at)
