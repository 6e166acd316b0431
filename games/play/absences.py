"""Players who are away, and come back."""

from __future__ import annotations

from uuid import UUID

from games.models import Player
from games.play.act import running
from games.play.change import Change, changing
from games.play.idempotency import KeyedRequest, once_per_key
from games.play.lobby import seat_number
from games.play.outcome import Outcome
from games.refusals import NoStandIn, NotSeated, StandInStays, TooOften
from games.table.absences import SeatReturned
from games.table.state import TO_THE_END
from rules.proof.absences import MAX_TIMES


@once_per_key
def seat_return(game_id: UUID, player: Player, *, keyed: KeyedRequest | None = None) -> Outcome:
    """Take the seat back from its stand-in, which makes no further decision."""
    with changing(game_id, keyed=keyed) as change:
        seat = seat_in(change, player)
        running(change.folded)
        chair = change.folded.table.chairs[seat]
        if not chair.stand_in:
            raise NoStandIn
        if change.folded.table.stand_ins == TO_THE_END:
            raise StandInStays
        check_times(chair.returns)
        change.write([SeatReturned(seat)])
    return change.outcome()


def seat_in(change: Change, player: Player) -> int:
    """Under the lock: an account that is being deleted has no seat any more."""
    seat = seat_number(change, player)
    if seat is None:
        raise NotSeated
    return seat


def check_times(times: int) -> None:
    """Refuse what costs no turn once a seat has done it so often that the log would grow for ever."""
    if times >= MAX_TIMES:
        raise TooOften(most=MAX_TIMES)
