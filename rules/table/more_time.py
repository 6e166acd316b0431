"""More time: a clock stands during vacations, and a player can give time to an opponent."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from rules.table.base import Absence, BySeat, NotDue, OfSeat, TableRefusal, Wish, table_event, wish
from rules.table.checks import check_present, check_timed, check_times
from rules.table.clock import Clocks, ahead
from rules.table.fold import Folded
from rules.table.state import Table

LEAST_GIFT: Final = 5  # seconds
MAX_GIFT: Final = 7 * 86_400


class NotEnoughVacation(TableRefusal):
    title = "You do not have so many days of vacation at this table."
    text = "You have {left:day} of vacation left at this table."
    fault = "{days} days of vacation, but seat {seat} has {left}"


class AlreadyAway(TableRefusal):
    title = "You are away already."
    text = "You are away until {until}; end this vacation first."
    fault = "seat {seat} is away already"


class NotAway(TableRefusal):
    text = "You are not on vacation at this table."
    fault = "seat {seat} is not away"


@table_event
class VacationBegan(BySeat, Absence):
    """A player is away for so many days, during which their clock stands."""

    sentence = "{seat} is away for {days:day}."
    days: int

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.on_vacation(self.seat, at, self.days)


@wish(VacationBegan)
class BeginVacation(Wish):
    seat: int
    days: int

    def check(self, at: Folded, now: datetime) -> None:
        check_present(at, self.seat, now)
        if until := ahead(at.clocks.away_until(self.seat), now):
            raise AlreadyAway(until=until)
        left = at.clocks.vacation_left(self.seat, at.table.clock)
        if not 1 <= self.days <= left:
            raise NotEnoughVacation(left=left)


@table_event
class VacationEnded(BySeat, Absence):
    """The player is back before the end of the vacation; days that have not begun are kept."""

    sentence = "{seat} is back from vacation."

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.back_from_vacation(self.seat, at)


@wish(VacationEnded)
class EndVacation(OfSeat):
    def check(self, at: Folded, now: datetime) -> None:
        check_present(at, self.seat, now)
        if not ahead(at.clocks.away_until(self.seat), now):
            raise NotAway


class OwnSeat(TableRefusal):
    text = "You can give time to others only."
    fault = "seat {seat} gave itself time"


class SeatNotDeciding(TableRefusal):
    title = "The clock of this seat does not run."
    text = "The clock of seat {seat} does not run."
    fault = "seat {seat} has no clock"


@table_event
class TimeGiven(BySeat, Absence):
    """A player gave an opponent more time for a decision."""

    sentence = "{seat} gave {receiver} {seconds:second}."
    receiver: int
    seconds: int

    def fold(self, table: Table) -> Table:
        chair = table.chairs[self.receiver]
        return table.with_chair(self.receiver, replace(chair, gifts=chair.gifts + 1))

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.with_time(self.receiver, self.seconds, table.clock)


@wish(TimeGiven)
class GiveTime(Wish):
    """For the decision that the table waits for."""

    seat: int
    receiver: int
    seconds: int

    def check(self, at: Folded, now: datetime) -> None:
        check_timed(at, self.seat, now)
        if self.receiver == self.seat:
            raise OwnSeat
        if self.receiver not in at.people_to_act or self.receiver in at.late(now):
            raise SeatNotDeciding(seat=self.receiver)
        check_times(at.table.chairs[self.receiver].gifts)
        if not LEAST_GIFT <= self.seconds <= MAX_GIFT:
            raise NotDue(f"{self.seconds} seconds, but {LEAST_GIFT} to {MAX_GIFT} can be given")
