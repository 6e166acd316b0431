"""Events of players who are away: a seat is taken back from its stand-in."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from games.table.clock import Clocks
from games.table.events import TableEvent, table_event
from games.table.state import Table
from rules.sentences import CHANGES_OF_PLAYER


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
