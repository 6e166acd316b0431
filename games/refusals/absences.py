"""Refusals around clocks, stand-ins, vacations and pauses."""

from games.refusals.base import ServerRefusal


class SeatPlayedByAnother(ServerRefusal):
    code = "seat_handed_over"
    text = "A stand-in plays this seat."


class TimeIsUp(ServerRefusal):
    text = "Your time for this decision is up; a stand-in will decide."


class NotEnoughVacation(ServerRefusal):
    title = "You do not have so many days of vacation at this table."
    text = "You have {left:day} of vacation left at this table."


class AlreadyAway(ServerRefusal):
    title = "You are away already."
    text = "You are away until {until}; end this vacation first."


class NotAway(ServerRefusal):
    text = "You are not on vacation at this table."


class NoClock(ServerRefusal):
    text = "This table has no clock."


class AlreadyPaused(ServerRefusal):
    title = "The game is paused already."
    text = "The game is paused until {until}."


class PauseProposed(ServerRefusal):
    title = "A pause is proposed already."
    text = "A pause of {days:day} is proposed already; agree to it or decline it first."


class NoPause(ServerRefusal):
    text = "The game is not paused, and no pause is proposed."


class AlreadyAgreed(ServerRefusal):
    text = "You have already agreed to this."


class OwnSeat(ServerRefusal):
    text = "You can give time to others only."


class SeatNotDeciding(ServerRefusal):
    title = "The clock of this seat does not run."
    text = "The clock of seat {seat} does not run."


class NoStandIn(ServerRefusal):
    text = "No stand-in plays your seat."


class StandInStays(ServerRefusal):
    text = "At this table a stand-in plays to the end."


class TooOften(ServerRefusal):
    title = "This is possible only so many times in a game."
    text = "This is possible {most} times in a game."
