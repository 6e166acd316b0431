"""Players who are away, and come back."""

from __future__ import annotations

from uuid import UUID

from games.log.store import timestamp
from games.models import Player
from games.play.act import check_player, running
from games.play.change import Change, changing
from games.play.clock import overdue
from games.play.idempotency import KeyedRequest, once_per_key
from games.play.lobby import seat_number
from games.play.outcome import Outcome
from games.refusals import (
    AlreadyAway,
    NoStandIn,
    NotAway,
    NotEnoughVacation,
    NotSeated,
    StandInStays,
    TimeIsUp,
    TooOften,
)
from games.table.absences import SeatReturned, VacationBegan, VacationEnded
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


# -- vacations ---------------------------------------------------------------------------------


@once_per_key
def vacation_begin(game_id: UUID, player: Player, days: int, *, keyed: KeyedRequest | None = None) -> Outcome:
    """Let the player's clock stand for so many days. They are taken off what the table allows."""
    with changing(game_id, keyed=keyed) as change:
        seat = playing_seat(change, player)
        if until := away_until(change, seat):
            raise AlreadyAway(until=until)
        left = change.folded.clocks.vacation_left(seat, change.folded.table.clock)
        if days > left:
            raise NotEnoughVacation(left=left)
        change.write([VacationBegan(seat, days)])
    return change.outcome()


@once_per_key
def vacation_end(game_id: UUID, player: Player, *, keyed: KeyedRequest | None = None) -> Outcome:
    """Let the player's clock run again. The days that have not begun are kept."""
    with changing(game_id, keyed=keyed) as change:
        seat = playing_seat(change, player)
        if not away_until(change, seat):
            raise NotAway
        change.write([VacationEnded(seat)])
    return change.outcome()


def away_until(change: Change, seat: int) -> str | None:
    """The end of the vacation that the player is on, if any."""
    until = change.folded.clocks.away_until(seat)
    return timestamp(until) if until and change.folded.time(change.now) < until else None


# -- who asks ----------------------------------------------------------------------------------


def playing_seat(change: Change, player: Player) -> int:
    """The caller's seat in a running game, if the caller plays it and is not too late."""
    seat = seat_in(change, player)
    running(change.folded)
    check_player(change.folded, seat, "")
    if seat in overdue(change):
        raise TimeIsUp
    return seat


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
