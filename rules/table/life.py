"""The life of a table: opened, closed, started, its seed revealed, and the clock of a test table moved."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from rules.chance import TEST
from rules.table.base import NotDue, TableEvent, TableRefusal, Wish, table_event, wish
from rules.table.checks import check_open, playing
from rules.table.clock import DAY, wrong_with_clock
from rules.table.fold import Folded
from rules.table.state import (
    MAX_BOT_DELAY,
    STAND_INS,
    UNTIL_RETURN,
    VISIBILITIES,
    Chair,
    Status,
    Table,
    Visibility,
    table_size,
)

MAX_DAYS: Final = 3650  # by which a clock can be moved in total, so that dates stay valid
RULESET: Final = re.compile(r"[a-z0-9_-]{1,64}@\d{1,9}", re.ASCII)  # with its version
MAX_ADVANCES: Final = 1000  # of one clock, so that a log does not grow for ever


class SeatsEmpty(TableRefusal):
    title = "Some seats are still free."
    text = "These seats are still free: {free}."
    fault = "not every seat is taken"


class NotATestTable(TableRefusal):
    text = "This is possible only at a test table."
    fault = "{type} can happen at test tables only"


class ClockTooFar(TableRefusal):
    title = "The clock cannot be moved so far."
    text = "The clock of a test table can be moved by {most:day} in all."


class ClockTooOften(ClockTooFar):
    text = "The clock of a test table can be moved {most:time}."


@table_event
class GameCreated(TableEvent):
    """A table was opened for this game; the server is bound to its seed from here on."""

    sentence = "A table for {ruleset} was opened, with {seats:seat}[, for a {purpose}]."
    ruleset: str
    seats: int
    options: dict[str, str]
    visibility: str
    clock: dict[str, int]
    bot_delay: int  # milliseconds a bot waits before it acts
    commitment: str
    rematch_of: str | None = None
    purpose: str | None = None  # "test" for a test table; a game that counts has none
    stand_ins: str | None = None  # "to_the_end" if they keep a seat; elsewhere its player can take it back

    def fold(self, table: Table) -> Table:
        return Table(
            status=Status.OPEN,
            ruleset=self.ruleset,
            options=self.options,
            visibility=self.visibility,
            clock=self.clock,
            bot_delay=self.bot_delay,
            commitment=self.commitment,
            rematch_of=self.rematch_of,
            purpose=self.purpose,
            stand_ins=self.stand_ins or UNTIL_RETURN,
            chairs=(Chair(),) * table_size(self.seats),
        )

    def asked(self) -> Wish:
        return Open(self)


@wish(GameCreated)
class Open(Wish):
    created: GameCreated

    def check(self, at: Folded, now: datetime) -> None:
        if at.table.chairs:
            raise NotDue("the table is open already")
        if not RULESET.fullmatch(self.created.ruleset):
            raise NotDue("this is not the name of a ruleset")
        if self.created.purpose not in (None, TEST):
            raise NotDue(f"no table has the purpose {self.created.purpose}")
        if why := wrong_with_clock(self.created.clock)[1] or _wrong_with_settings(self.created):
            raise NotDue(why)

    def events(self, at: Folded, now: datetime) -> Iterable[TableEvent]:
        return (self.created,)


def wrong_with_visibility(visibility: str, purpose: str | None) -> str:
    if visibility not in VISIBILITIES:
        return f"no table has the visibility {visibility}"
    return "a test table is always private" if purpose == TEST and visibility != Visibility.PRIVATE else ""


def _wrong_with_settings(created: GameCreated) -> str:
    if why := wrong_with_visibility(created.visibility, created.purpose):
        return why
    if created.stand_ins not in (None, *STAND_INS):
        return f"no table has stand-ins {created.stand_ins}"
    delay = created.bot_delay
    return "" if type(delay) is int and 0 <= delay <= MAX_BOT_DELAY else f"no bot waits {delay} milliseconds"


@table_event
class GameClosed(TableEvent):
    """The table was given up before it started."""

    sentence = "The table was closed."

    def fold(self, table: Table) -> Table:
        return replace(table, status=Status.CLOSED)


@wish(GameClosed)
class Close(Wish):
    def check(self, at: Folded, now: datetime) -> None:
        check_open(at)


@table_event
class GameStarted(TableEvent):
    """The client seeds are in, the game key is fixed; the game's own events follow.

    `log` says where the public log had the opening, with its commitment, before anything was dealt: the
    `index` of the entry, and the `size` of a signed checkpoint that held it. It is absent if the opening was
    not entered in time, and at test tables, which are not in that log.
    """

    sentence = "The game began[; {log} of the public log had its commitment before the deal]."
    log: dict[str, int] | None = None

    def fold(self, table: Table) -> Table:
        return replace(table, status=Status.PLAYING, log=self.log)


@wish(GameStarted)
class Start(Wish):
    log: dict[str, int] | None = None

    def check(self, at: Folded, now: datetime) -> None:
        check_open(at)
        if at.table.free_seats:
            raise SeatsEmpty(free=list(at.table.free_seats))
        if self.log is not None and (at.table.is_test or not _is_place(self.log)):
            raise NotDue("this is no place of an opening in a public log")


def _is_place(log: dict[str, int]) -> bool:
    known = [log.get(name) for name in ("index", "size")]
    return (
        len(log) == len(known) and all(type(one) is int for one in known) and 0 <= log["index"] < log["size"]
    )


@table_event
class ClockAdvanced(TableEvent):
    """The host of a test table moved its clock, which stands still otherwise."""

    sentence = "The clock was moved on by {seconds:second}."
    seconds: int

    def fold(self, table: Table) -> Table:
        return replace(table, advanced=table.advanced + self.seconds, advances=table.advances + 1)


@wish(ClockAdvanced)
class AdvanceClock(Wish):
    seconds: int

    def check(self, at: Folded, now: datetime) -> None:
        if not at.table.is_test:
            raise NotATestTable
        playing(at)
        if self.seconds < 1:
            raise NotDue(f"the clock was moved by {self.seconds} seconds")
        if at.table.advanced + self.seconds > MAX_DAYS * DAY:
            raise ClockTooFar(most=MAX_DAYS)
        if at.table.advances >= MAX_ADVANCES:
            raise ClockTooOften(most=MAX_ADVANCES)


@table_event
class SeedRevealed(TableEvent):
    """The game is over: with the seed anyone can open every seal and repeat every shuffle."""

    sentence = "The seed was revealed: {seed}."
    seed: str

    def fold(self, table: Table) -> Table:
        return replace(table, status=Status.FINISHED, seed=self.seed)


@wish(SeedRevealed)
class RevealSeed(Wish):
    seed: str

    def check(self, at: Folded, now: datetime) -> None:
        if at.is_over or at.state is None or at.state.phase != "over":
            raise NotDue("the game has not ended")
