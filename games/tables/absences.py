"""Players who are away, and come back: vacations, pauses, time for an opponent, seats taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from games.accounts.models import Player
from games.log.outcome import Outcome
from games.moves.change import Change, changing
from games.moves.clock import time_out_late
from games.moves.idempotency import KeyedRequest, once_per_key
from games.reading.refusals import NotSeated
from games.tables.seats import seat_number
from rules.table.base import Wish
from rules.table.pauses import AgreeToPause, end_pause


@once_per_key
def seat_ask(
    game_id: UUID, player: Player, wish: Callable[..., Wish], *details: Any, keyed: KeyedRequest | None = None
) -> Outcome:
    """Ask the table what the wish says, for the player's own seat."""
    with changing(game_id, keyed=keyed) as change:
        change.decide(wish(seat_in(change, player), *details))
    return change.outcome()


@once_per_key
def pause_agree(game_id: UUID, player: Player, *, keyed: KeyedRequest | None = None) -> Outcome:
    """Agree to the pause. It begins when all players have.

    Those who are late are timed out first, each by a wish of its own, so that an auditor can decide each
    event by itself. Without that, the table refuses to agree.
    """
    with changing(game_id, keyed=keyed) as change:
        seat = seat_in(change, player)
        time_out_late(change, but=seat)
        change.decide(AgreeToPause(seat))
    return change.outcome()


@once_per_key
def pause_end(game_id: UUID, player: Player, *, keyed: KeyedRequest | None = None) -> Outcome:
    """Decline a proposed pause or ask for the end of a pause, which all together end at once."""
    with changing(game_id, keyed=keyed) as change:
        change.decide(end_pause(change.folded, seat_in(change, player), change.now))
    return change.outcome()


def seat_in(change: Change, player: Player) -> int:
    """Under the lock: an account that is being deleted has no seat any more."""
    seat = seat_number(change, player)
    if seat is None:
        raise NotSeated
    return seat
