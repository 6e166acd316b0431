"""Players who are away, and come back: vacations, pauses, time for an opponent, seats taken back."""

from __future__ import annotations

from uuid import UUID

from games.log.store import timestamp
from games.models import Player
from games.play.act import check_player, running
from games.play.change import Change, changing
from games.play.clock import overdue, time_out_overdue
from games.play.idempotency import KeyedRequest, once_per_key
from games.play.outcome import Outcome
from games.play.seats import seat_number
from games.refusals.absences import (
    AlreadyAgreed,
    AlreadyAway,
    AlreadyPaused,
    NoClock,
    NoPause,
    NoStandIn,
    NotAway,
    NotEnoughVacation,
    OwnSeat,
    PauseProposed,
    SeatNotDeciding,
    StandInStays,
    TimeIsUp,
    TooOften,
)
from games.refusals.tables import NotSeated
from rules.proof.absences import MAX_TIMES
from rules.table import absences as table
from rules.table.state import TO_THE_END


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
        change.write([table.SeatReturned(seat)])
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
        change.write([table.VacationBegan(seat, days)])
    return change.outcome()


@once_per_key
def vacation_end(game_id: UUID, player: Player, *, keyed: KeyedRequest | None = None) -> Outcome:
    """Let the player's clock run again. The days that have not begun are kept."""
    with changing(game_id, keyed=keyed) as change:
        seat = playing_seat(change, player)
        if not away_until(change, seat):
            raise NotAway
        change.write([table.VacationEnded(seat)])
    return change.outcome()


def away_until(change: Change, seat: int) -> str | None:
    """The end of the vacation that the player is on, if any."""
    until = change.folded.clocks.away_until(seat)
    return timestamp(until) if until and change.folded.time(change.now) < until else None


# -- pauses ------------------------------------------------------------------------------------


@once_per_key
def pause_propose(game_id: UUID, player: Player, days: int, *, keyed: KeyedRequest | None = None) -> Outcome:
    """Propose that all clocks stand. Bots agree at once, so that one person among bots pauses alone."""
    with changing(game_id, keyed=keyed) as change:
        seat = timed_seat(change, player)
        if until := paused_until(change):
            raise AlreadyPaused(until=until)
        proposal, manned = change.folded.table.proposal, change.folded.table.manned
        if proposal and not manned <= proposal.agreed:
            raise PauseProposed(days=proposal.days)
        check_times(change.folded.table.chairs[seat].proposals)
        change.write([table.PauseProposed(seat, days)])
        _pause_if_all_agree(change)
    return change.outcome()


@once_per_key
def pause_agree(game_id: UUID, player: Player, *, keyed: KeyedRequest | None = None) -> Outcome:
    """Agree to the pause. It begins when all players have."""
    with changing(game_id, keyed=keyed) as change:
        seat = timed_seat(change, player)
        proposal = change.folded.table.proposal
        if proposal is None:
            raise NoPause
        if seat in proposal.agreed:
            raise AlreadyAgreed
        time_out_overdue(change)  # a pause does not help those who are late already
        change.write([table.PauseAgreed(seat)])
        _pause_if_all_agree(change)
    return change.outcome()


@once_per_key
def pause_end(game_id: UUID, player: Player, *, keyed: KeyedRequest | None = None) -> Outcome:
    """Decline a proposed pause or ask for the end of a pause, which all together end at once."""
    with changing(game_id, keyed=keyed) as change:
        seat = timed_seat(change, player)
        if paused_until(change):
            _ask_to_resume(change, seat)
        elif change.folded.table.proposal:
            change.write([table.PauseDeclined(seat)])
        else:
            raise NoPause
    return change.outcome()


def _pause_if_all_agree(change: Change) -> None:
    found = change.folded.table
    if found.proposal and found.manned <= found.proposal.agreed:
        change.write([table.GamePaused(found.proposal.days)])


def _ask_to_resume(change: Change, seat: int) -> None:
    if seat in change.folded.table.resuming:
        raise AlreadyAgreed
    change.write([table.ResumeAsked(seat)])
    if change.folded.table.manned <= change.folded.table.resuming:
        change.write([table.GameResumed()])


def paused_until(change: Change) -> str | None:
    """The end of the pause, if the game is paused."""
    until = change.folded.clocks.paused_until
    return timestamp(until) if until and change.folded.time(change.now) < until else None


# -- more time ---------------------------------------------------------------------------------


@once_per_key
def time_give(
    game_id: UUID, player: Player, receiver: int, seconds: int, *, keyed: KeyedRequest | None = None
) -> Outcome:
    """Give an opponent more time for the decision that the table waits for."""
    with changing(game_id, keyed=keyed) as change:
        seat = timed_seat(change, player)
        if receiver == seat:
            raise OwnSeat
        if receiver not in change.folded.people_to_act or receiver in overdue(change):
            raise SeatNotDeciding(seat=receiver)
        check_times(change.folded.table.chairs[receiver].gifts)
        change.write([table.TimeGiven(seat, receiver, seconds)])
    return change.outcome()


# -- who asks ----------------------------------------------------------------------------------


def playing_seat(change: Change, player: Player) -> int:
    """The caller's seat in a running game, if the caller plays it and is not too late."""
    seat = seat_in(change, player)
    running(change.folded)
    check_player(change.folded, seat, "")
    if seat in overdue(change):
        raise TimeIsUp
    return seat


def timed_seat(change: Change, player: Player) -> int:
    seat = playing_seat(change, player)
    if not change.folded.table.clock:
        raise NoClock
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
