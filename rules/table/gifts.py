"""Time that a player gives to an opponent."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from rules.sentences import ABSENCES
from rules.table.base import NotDue, TableEvent, TableRefusal, Wish, table_event, wish
from rules.table.checks import check_timed, check_times
from rules.table.clock import Clocks
from rules.table.fold import Folded
from rules.table.state import Table

LEAST_GIFT: Final = 5  # seconds
MAX_GIFT: Final = 7 * 86_400


class OwnSeat(TableRefusal):
    text = "You can give time to others only."
    fault = "seat {seat} gave itself time"


class SeatNotDeciding(TableRefusal):
    title = "The clock of this seat does not run."
    text = "The clock of seat {seat} does not run."
    fault = "seat {seat} has no clock"


@table_event
class TimeGiven(TableEvent):
    """A player gave an opponent more time for a decision."""

    sentence = ABSENCES["time_given"]
    check = "absences"
    by_seat = True
    seat: int
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
