"""Events of players who are away: their vacations, and seats taken back from stand-ins."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from games.table.clock import Clocks
from games.table.events import TableEvent, table_event
from games.table.state import Table
from rules.sentences import ABSENCES, CHANGES_OF_PLAYER


@table_event
class SeatReturned(TableEvent):
    """A person took the seat back from its stand-in. Their clock begins anew, their time-outs stay."""

    sentence = CHANGES_OF_PLAYER["seat_returned"]
    by_seat = True
    seat: int

    def fold(self, table: Table) -> Table:
        chair = table.chairs[self.seat]
        back = replace(chair, stand_in="", cover="", returns=chair.returns + 1)
        return table.with_chair(self.seat, back)

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.begun_anew(self.seat, at, table.clock)


@table_event
class VacationBegan(TableEvent):
    """A player is away for so many days, during which their clock stands."""

    sentence = ABSENCES["vacation_began"]
    by_seat = True
    seat: int
    days: int

    def fold(self, table: Table) -> Table:
        return table

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.on_vacation(self.seat, at, self.days)


@table_event
class VacationEnded(TableEvent):
    """The player is back before the end of the vacation; days that have not begun are kept."""

    sentence = ABSENCES["vacation_ended"]
    by_seat = True
    seat: int

    def fold(self, table: Table) -> Table:
        return table

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.back_from_vacation(self.seat, at)
