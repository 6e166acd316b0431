"""What several wishes ask for: an open table, a running game, a seat that its own player plays, a clock."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from rules.state import State
from rules.table.base import TableRefusal
from rules.table.clock import GRACE, timestamp
from rules.table.fold import Folded
from rules.table.state import Status

MAX_TIMES: Final = 20  # how often a seat may do what costs no turn


class TableNotOpen(TableRefusal):
    title = "The table is no longer open."
    text = "The table is {status}; this is possible only while it is open."
    fault = "{type} cannot happen while the table is {status}"
    check = "table"


class NotPlaying(TableRefusal):
    title = "The game is not in progress."
    text = "The table is {status}; this is possible only while the game is in progress."
    fault = "{type} cannot happen while the table is {status}"
    check = "table"


class SeatPlayedByAnother(TableRefusal):
    code = "seat_handed_over"
    text = "A stand-in plays this seat."
    fault = "a stand-in plays seat {seat}"


class TimeIsUp(TableRefusal):
    title = "Your time for this decision is up; a stand-in will decide."
    text = "Your time for this decision was up at {deadline}; a stand-in will decide."
    fault = "the time of seat {seat} was up at {deadline}"


class NoClock(TableRefusal):
    text = "This table has no clock."
    fault = "the table has no clock"


class TooOften(TableRefusal):
    title = "This is possible only so many times in a game."
    text = "This is possible {most} times in a game."
    fault = "more than {most} times"


def check_open(at: Folded) -> None:
    if at.status is not Status.OPEN:
        raise TableNotOpen(status=at.status)


def playing(at: Folded) -> State:
    """The game, if it is in progress."""
    if at.status is not Status.PLAYING or at.state is None:
        raise NotPlaying(status=at.status)
    return at.state


def check_player(at: Folded, seat: int, bot: str = "") -> None:
    """Only the current player of a seat may act for it: its person, or the bot that took over."""
    chairs = at.table.chairs
    if seat >= len(chairs) or chairs[seat].played_by == bot:
        return
    if chairs[seat].stand_in or not chairs[seat].cover:
        raise SeatPlayedByAnother
    raise _time_is_up(at.clocks.deadline(seat, at.table.clock))


def check_in_time(at: Folded, seat: int, now: datetime) -> None:
    """Whatever the seat decides has to come before the grace is over, whether or not it is timed out yet."""
    deadline = at.deadline(seat)
    if deadline and deadline + GRACE < now:
        raise _time_is_up(deadline)


def _time_is_up(deadline: datetime | None) -> TimeIsUp:
    return TimeIsUp(deadline=timestamp(deadline) if deadline else None)


def check_present(at: Folded, seat: int, now: datetime, bot: str = "") -> None:
    """The game is in progress, and the seat's player plays it and is not too late."""
    playing(at)
    check_player(at, seat, bot)
    check_in_time(at, seat, now)


def check_timed(at: Folded, seat: int, now: datetime) -> None:
    check_present(at, seat, now)
    if not at.table.clock:
        raise NoClock


def check_times(times: int) -> None:
    """Refuse what costs no turn once a seat has done it so often that the log would grow for ever."""
    if times >= MAX_TIMES:
        raise TooOften(most=MAX_TIMES)
