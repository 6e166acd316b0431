"""Pauses: all clocks stand once every player has agreed, until the days are over or players want to go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from rules.table.base import (
    Absence,
    BySeat,
    NotDue,
    OfSeat,
    TableEvent,
    TableRefusal,
    Wish,
    table_event,
    wish,
)
from rules.table.checks import check_timed, check_times
from rules.table.clock import Clocks, ahead
from rules.table.fold import Folded
from rules.table.spans import DAY
from rules.table.state import Proposal, Table

MAX_PAUSE: Final = 30  # days
NOTICE: Final = DAY  # how long a pause goes on after one player has asked for its end


class AlreadyPaused(TableRefusal):
    title = "The game is paused already."
    text = "The game is paused until {until}."
    fault = "the game is paused already"


class AlreadyProposed(TableRefusal):
    code = "pause_proposed"
    title = "A pause is proposed already."
    text = "A pause of {days:day} is proposed already; agree to it or decline it first."
    fault = "a pause is proposed already"


class NoPause(TableRefusal):
    text = "The game is not paused, and no pause is proposed."
    fault = "no pause is proposed"


class NotPaused(NoPause):
    fault = "the game is not paused"


class AlreadyAgreed(TableRefusal):
    text = "You have already agreed to this."
    fault = "seat {seat} has agreed already"


class AlreadyAsked(AlreadyAgreed):
    fault = "seat {seat} has asked already"


@table_event
class PauseProposed(BySeat, Absence):
    """A player would like all clocks to stand for so many days."""

    sentence = "{seat} proposed a pause of {days:day}."
    days: int

    def fold(self, table: Table) -> Table:
        chair = table.chairs[self.seat]
        table = table.with_chair(self.seat, replace(chair, proposals=chair.proposals + 1))
        return replace(table, proposal=Proposal(self.seat, self.days, frozenset((self.seat,))))


@wish(PauseProposed)
class ProposePause(Wish):
    """Bots agree at once, so that one person among bots pauses alone."""

    seat: int
    days: int

    def check(self, at: Folded, now: datetime) -> None:
        check_timed(at, self.seat, now)
        if until := ahead(at.clocks.paused_until, now):
            raise AlreadyPaused(until=until)
        proposal = at.table.proposal
        if proposal and not at.table.manned <= proposal.agreed:
            raise AlreadyProposed(days=proposal.days)
        check_times(at.table.chairs[self.seat].proposals)
        if not 1 <= self.days <= MAX_PAUSE:
            raise NotDue(f"a pause of {self.days} days, but {MAX_PAUSE} is the most")

    def events(self, at: Folded, now: datetime) -> Iterator[TableEvent]:
        yield PauseProposed(self.seat, self.days)
        if at.table.manned <= {self.seat}:
            yield GamePaused(self.days)


@table_event
class PauseAgreed(BySeat, Absence):
    sentence = "{seat} agreed to the pause."

    def fold(self, table: Table) -> Table:
        if table.proposal is None:
            return table
        agreed = table.proposal.agreed | {self.seat}
        return replace(table, proposal=replace(table.proposal, agreed=agreed))


@wish(PauseAgreed)
class AgreeToPause(OfSeat):
    """A pause does not help those who are late already: they are timed out before."""

    def check(self, at: Folded, now: datetime) -> None:
        check_timed(at, self.seat, now)
        if at.table.proposal is None:
            raise NoPause
        if self.seat in at.table.proposal.agreed:
            raise AlreadyAgreed
        if late := at.late(now):
            raise NotDue(f"seat {late[0]} had run out of time")

    def events(self, at: Folded, now: datetime) -> Iterator[TableEvent]:
        yield PauseAgreed(self.seat)
        proposal = at.table.proposal
        if proposal and at.table.manned <= proposal.agreed | {self.seat}:
            yield GamePaused(proposal.days)


@table_event
class PauseDeclined(BySeat, Absence):
    """A player declined the pause, or took the proposal back."""

    sentence = "{seat} declined the pause."

    def fold(self, table: Table) -> Table:
        return replace(table, proposal=None)


@wish(PauseDeclined)
class DeclinePause(OfSeat):
    def check(self, at: Folded, now: datetime) -> None:
        check_timed(at, self.seat, now)
        if at.table.proposal is None:
            raise NoPause


@table_event
class GamePaused(Absence):
    """All have agreed: every clock stands, for so many days at most."""

    sentence = "The game was paused for {days:day}."
    days: int

    def fold(self, table: Table) -> Table:
        return replace(table, proposal=None, resuming=frozenset())

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.paused(at, self.days)


@wish(GamePaused)
class Pause(Wish):
    """Of the table itself: it follows from the last agreement, and is never asked for."""

    days: int

    def check(self, at: Folded, now: datetime) -> None:
        if at.table.proposal is None:
            raise NoPause
        raise NotDue("not everybody has agreed to the pause")


@table_event
class ResumeAsked(BySeat, Absence):
    """A player asked for the end of the pause. It ends a day later, so that nobody is surprised."""

    sentence = "{seat} asked for the end of the pause."

    def fold(self, table: Table) -> Table:
        return replace(table, resuming=table.resuming | {self.seat})

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.resumed(at + NOTICE)


@wish(ResumeAsked)
class AskToResume(OfSeat):
    def check(self, at: Folded, now: datetime) -> None:
        check_timed(at, self.seat, now)
        if not ahead(at.clocks.paused_until, now):
            raise NotPaused
        if self.seat in at.table.resuming:
            raise AlreadyAsked

    def events(self, at: Folded, now: datetime) -> Iterator[TableEvent]:
        yield ResumeAsked(self.seat)
        if at.table.manned <= at.table.resuming | {self.seat}:
            yield GameResumed()


@table_event
class GameResumed(Absence):
    """All have asked for it: the clocks run again."""

    sentence = "The game went on."

    def fold(self, table: Table) -> Table:
        return replace(table, resuming=frozenset())

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        return clocks.resumed(at)


@wish(GameResumed)
class Resume(Wish):
    """Of the table itself, as `Pause`."""

    def check(self, at: Folded, now: datetime) -> None:
        if not ahead(at.clocks.paused_until, now):
            raise NotPaused
        raise NotDue("not everybody has asked for the end of the pause")


def end_pause(at: Folded, seat: int, now: datetime) -> Wish:
    """What a player wants who wants no pause: to go on, if the game is paused, or else not to begin one."""
    return AskToResume(seat) if ahead(at.clocks.paused_until, at.time(now)) else DeclinePause(seat)
