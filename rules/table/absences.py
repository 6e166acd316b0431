"""Events of players who are away: vacations, pauses, time that is given, seats taken back from stand-ins."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from rules.sentences import ABSENCES, CHANGES_OF_PLAYER
from rules.table.clock import Clocks
from rules.table.events import TableEvent, table_event
from rules.table.spans import DAY
from rules.table.state import Proposal, Table

NOTICE: Final = DAY  # how long a pause goes on after one player has asked for its end


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


@table_event
class PauseProposed(TableEvent):
    """A player would like all clocks to stand for so many days."""

    sentence = ABSENCES["pause_proposed"]
    by_seat = True
    seat: int
    days: int

    def fold(self, table: Table) -> Table:
        chair = table.chairs[self.seat]
        table = table.with_chair(self.seat, replace(chair, proposals=chair.proposals + 1))
        return replace(table, proposal=Proposal(self.seat, self.days, frozenset((self.seat,))))


@table_event
class PauseAgreed(TableEvent):
    sentence = ABSENCES["pause_agreed"]
    by_seat = True
    seat: int

    def fold(self, table: Table) -> Table:
        if table.proposal is None:
            return table
        agreed = table.proposal.agreed | {self.seat}
        return replace(table, proposal=replace(table.proposal, agreed=agreed))


@table_event
class PauseDeclined(TableEvent):
    """A player declined the pause, or took the proposal back."""

    sentence = ABSENCES["pause_declined"]
    by_seat = True
    seat: int

    def fold(self, table: Table) -> Table:
        return replace(table, proposal=None)


@table_event
class GamePaused(TableEvent):
    """All have agreed: every clock stands, for so many days at most."""

    sentence = ABSENCES["game_paused"]
    days: int

    def fold(self, table: Table) -> Table:
        return replace(table, proposal=None, resuming=frozenset())

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.paused(at, self.days)


@table_event
class ResumeAsked(TableEvent):
    """A player asked for the end of the pause. It ends a day later, so that nobody is surprised."""

    sentence = ABSENCES["resume_asked"]
    by_seat = True
    seat: int

    def fold(self, table: Table) -> Table:
        return replace(table, resuming=table.resuming | {self.seat})

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.resumed(at + NOTICE)


@table_event
class GameResumed(TableEvent):
    """All have asked for it: the clocks run again."""

    sentence = ABSENCES["game_resumed"]

    def fold(self, table: Table) -> Table:
        return replace(table, resuming=frozenset())

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.resumed(at)


@table_event
class TimeGiven(TableEvent):
    """A player gave an opponent more time for a decision."""

    sentence = ABSENCES["time_given"]
    by_seat = True
    seat: int
    receiver: int
    seconds: int

    def fold(self, table: Table) -> Table:
        chair = table.chairs[self.receiver]
        return table.with_chair(self.receiver, replace(chair, gifts=chair.gifts + 1))

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.with_time(self.receiver, self.seconds, table.clock)
