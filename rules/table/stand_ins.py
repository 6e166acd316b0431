"""Who decides for a seat: players who resign, run out of time or are gone, and who come back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from rules.table.base import (
    BySeat,
    ChangeOfPlayer,
    NotDue,
    OfSeat,
    TableEvent,
    TableRefusal,
    Wish,
    table_event,
    wish,
)
from rules.table.checks import check_player, check_times, playing
from rules.table.clock import Clocks
from rules.table.fold import Folded
from rules.table.spans import is_within
from rules.table.state import TO_THE_END, Table

DEFAULT_STRIKES: Final = 3


class NoStandIn(TableRefusal):
    text = "No stand-in plays your seat."
    fault = "no stand-in plays seat {seat}"


class StandInStays(TableRefusal):
    text = "At this table a stand-in plays to the end."
    fault = "stand-ins play to the end at this table"


@table_event
class SeatResigned(BySeat, ChangeOfPlayer):
    """A person gave up their seat; a bot plays it from here on."""

    sentence = "{seat} resigned; {stand_in} plays on."
    stand_in: str

    def fold(self, table: Table) -> Table:
        return table.with_chair(self.seat, replace(table.chairs[self.seat], stand_in=self.stand_in))


@wish(SeatResigned)
class Resign(Wish):
    seat: int
    stand_in: str

    def check(self, at: Folded, now: datetime) -> None:
        playing(at)
        check_player(at, self.seat)


@table_event
class SeatTimedOut(ChangeOfPlayer):
    """A person ran out of time; a bot makes this one decision for them."""

    sentence = "{seat} ran out of time; {cover} decides."
    seat: int
    cover: str

    def fold(self, table: Table) -> Table:
        chair = table.chairs[self.seat]
        return table.with_chair(self.seat, replace(chair, cover=self.cover, strikes=chair.strikes + 1))


@wish(SeatTimedOut)
class RunOut(Wish):
    """Of the clock, for a seat that is late. After the last strike the stand-in keeps the seat."""

    seat: int
    cover: str

    def check(self, at: Folded, now: datetime) -> None:
        playing(at)
        if self.seat in at.late(now):
            return
        if is_within(now, at.clocks.standing(self.seat)):
            raise NotDue(f"the clock of seat {self.seat} stood still")
        raise NotDue(f"seat {self.seat} had not run out of time")

    def events(self, at: Folded, now: datetime) -> Iterator[TableEvent]:
        yield SeatTimedOut(self.seat, self.cover)
        if at.table.chairs[self.seat].strikes + 1 >= at.table.clock.get("strikes", DEFAULT_STRIKES):
            yield SeatHandedOver(self.seat, self.cover)


@table_event
class SeatHandedOver(ChangeOfPlayer):
    """A person ran out of time too often, or is gone; a bot plays the seat from here on."""

    sentence = "{stand_in} took over for {seat} and plays on."
    seat: int
    stand_in: str

    def fold(self, table: Table) -> Table:
        return table.with_chair(self.seat, replace(table.chairs[self.seat], stand_in=self.stand_in))


@wish(SeatHandedOver)
class HandOver(Wish):
    """Of the server, for a player whose account is deleted."""

    seat: int
    stand_in: str

    def check(self, at: Folded, now: datetime) -> None:
        playing(at)
        if not at.table.chairs[self.seat].is_manned:
            raise NotDue(f"no player has seat {self.seat}")


@table_event
class SeatReturned(BySeat, ChangeOfPlayer):
    """A person took the seat back from its stand-in. Their clock begins anew, their time-outs stay."""

    sentence = "{seat} took the seat back."

    def fold(self, table: Table) -> Table:
        chair = table.chairs[self.seat]
        back = replace(chair, stand_in="", cover="", returns=chair.returns + 1)
        return table.with_chair(self.seat, back)

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.begun_anew(self.seat, at, table.clock)

    def maker(self, table: Table) -> str:
        return table.chairs[self.seat].account


@wish(SeatReturned)
class Return(OfSeat):
    def check(self, at: Folded, now: datetime) -> None:
        playing(at)
        chair = at.table.chairs[self.seat]
        if not chair.stand_in:
            raise NoStandIn
        if at.table.stand_ins == TO_THE_END:
            raise StandInStays
        check_times(chair.returns)
