"""Vacations: a player is away for some days, during which their clock stands."""

from __future__ import annotations

from datetime import datetime

from rules.sentences import ABSENCES
from rules.table.base import TableEvent, TableRefusal, Wish, table_event, wish
from rules.table.checks import check_present
from rules.table.clock import Clocks, ahead
from rules.table.fold import Folded
from rules.table.state import Table


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
class VacationBegan(TableEvent):
    """A player is away for so many days, during which their clock stands."""

    sentence = ABSENCES["vacation_began"]
    check = "absences"
    by_seat = True
    seat: int
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
class VacationEnded(TableEvent):
    """The player is back before the end of the vacation; days that have not begun are kept."""

    sentence = ABSENCES["vacation_ended"]
    check = "absences"
    by_seat = True
    seat: int

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.back_from_vacation(self.seat, at)


@wish(VacationEnded)
class EndVacation(Wish):
    seat: int

    def check(self, at: Folded, now: datetime) -> None:
        check_present(at, self.seat, now)
        if not ahead(at.clocks.away_until(self.seat), now):
            raise NotAway
