"""Seats before the start: taken, given to a bot, left, cleared, held for an invited player, and released.

A player can give a share in the chance when they sit down, or later, before the start.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Final

from rules.table.base import BySeat, NotDue, OfSeat, TableEvent, TableRefusal, Wish, table_event, wish
from rules.table.checks import check_open
from rules.table.fold import Folded
from rules.table.state import Chair, Table

MAX_EVENTS: Final = 500  # before the start; then nobody else takes a seat
# Nobody's words: a log is never erased. Up to 32 bytes, in one spelling.
HASH: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
CLIENT_SEED: Final = re.compile(r"(?:[0-9a-f]{2}){1,32}", re.ASCII)
MAX_TIMES_LEFT: Final = 2  # then a player takes no seat at the table again


class SeatNotFree(TableRefusal):
    title = "This seat is not free."
    text = "This seat is not free. Free seats: {free}."


class TableFull(TableRefusal):
    text = "Every seat at this table is taken."


class SeatsHeld(TableRefusal):
    text = "Every free seat at this table is held for an invited player."


class SeatEmpty(TableRefusal):
    text = "This seat is empty."


class SeedGivenBefore(TableRefusal):
    title = "You have given your client seed already."
    text = "You have given your client seed already; it cannot be changed."
    fault = "seat {seat} has given a client seed before"


class LeftTooOften(TableRefusal):
    title = "You have left this table too often."
    text = "You have left this table {times:time}, so you cannot take a seat there again."


class TooManyChanges(TableRefusal):
    title = "The seats of this table have changed too often."
    text = "After {most} events before the start nobody else can take a seat or have one held at this table."


def check_seed(client_seed: str) -> None:
    if not CLIENT_SEED.fullmatch(client_seed):
        raise NotDue("a client seed is hexadecimal, of up to 32 bytes")


def free_seat(at: Folded, wanted: int | None = None, held: int | None = None) -> int:
    """The seat that is wanted or else held for the player, or the first that anybody may take.

    The log has an end before the start too. Then seats can still be left, and the game be started.
    """
    table = at.table
    if not table.free_seats:
        raise TableFull
    if at.seq >= MAX_EVENTS:
        raise TooManyChanges(most=MAX_EVENTS)
    free = [seat for seat in table.free_seats if seat in table.open_seats or seat == held]
    if wanted is not None and wanted not in free:
        raise SeatNotFree(free=free)
    if not free:
        raise SeatsHeld
    return next(seat for seat in (wanted, held, free[0]) if seat is not None)


@table_event
class SeatTaken(BySeat):
    """A player sat down, with a share in the game's chance if they gave a client seed.

    `account` commits to who they are, so that nobody else can be shown in their place later: SHA-256 over a
    salt of 32 bytes and the canonical JSON of `{"account": id}`. The player can open it; nobody else can, and
    with the account the salt is gone. `player` says whether the account is a person's or plays by program.
    """

    sentence = "{seat} sat down."
    account: str
    client_seed: str | None = None
    player: str = "person"

    def fold(self, table: Table) -> Table:
        program = self.player == "program"
        chair = Chair(taken=True, client_seed=self.client_seed or "", owner=self.account, program=program)
        return table.with_chair(self.seat, chair)

    def maker(self, table: Table) -> str:
        return self.player

    def asked(self) -> Wish:
        """A log does not tell for whom a seat was held, nor who left before."""
        return TakeSeat(self.seat, self.account, self.client_seed, self.player, held=self.seat)


@wish(SeatTaken)
class TakeSeat(Wish):
    """Who comes and goes would fill the log, and tell everybody at the table each time."""

    seat: int | None  # None: any
    account: str
    client_seed: str | None
    player: str
    held: int | None = None  # the seat that is held for this player, if one is
    left: int = 0  # how often this player has left the table

    def check(self, at: Folded, now: datetime) -> None:
        check_open(at)
        if self.left >= MAX_TIMES_LEFT:
            raise LeftTooOften(times=self.left)
        if not HASH.fullmatch(self.account):
            raise NotDue("this is no commitment to an account")
        if self.client_seed is not None:
            check_seed(self.client_seed)
        if self.held not in (None, free_seat(at, self.seat, self.held)):
            ReleaseSeat(self.held).check(at, now)

    def events(self, at: Folded, now: datetime) -> tuple[TableEvent, ...]:
        seat = free_seat(at, self.seat, self.held)
        taken = SeatTaken(seat, self.account, self.client_seed, self.player)
        return (taken,) if self.held in (None, seat) else (SeatReleased(self.held), taken)


@table_event
class SeedGiven(BySeat):
    """A player's share in the chance, given after they sat down. It counts while they keep the seat."""

    sentence = "{seat} gave a client seed."
    client_seed: str

    def fold(self, table: Table) -> Table:
        return table.with_chair(self.seat, replace(table.chairs[self.seat], client_seed=self.client_seed))


@wish(SeedGiven)
class GiveSeed(OfSeat):
    client_seed: str

    def check(self, at: Folded, now: datetime) -> None:
        check_open(at)
        check_seed(self.client_seed)
        chair = at.table.chairs[self.seat]
        if not chair.is_manned:
            raise NotDue(f"no player sits in seat {self.seat}")
        if chair.client_seed:
            raise SeedGivenBefore


@table_event
class BotSeated(TableEvent):
    sentence = "The bot {bot} sat down in seat {number}."
    seat: int
    bot: str

    def fold(self, table: Table) -> Table:
        return table.with_chair(self.seat, Chair(taken=True, bot=self.bot))


@wish(BotSeated)
class SeatBot(Wish):
    seat: int | None  # None: any
    bot: str

    def check(self, at: Folded, now: datetime) -> None:
        check_open(at)
        free_seat(at, self.seat)

    def events(self, at: Folded, now: datetime) -> tuple[TableEvent, ...]:
        return (BotSeated(free_seat(at, self.seat), self.bot),)


@table_event
class SeatLeft(BySeat):
    sentence = "{seat} got up."

    def fold(self, table: Table) -> Table:
        return table.with_chair(self.seat, Chair())


@wish(SeatLeft)
class LeaveSeat(OfSeat):
    def check(self, at: Folded, now: datetime) -> None:
        check_open(at)
        if not at.table.chairs[self.seat].is_manned:
            raise NotDue(f"no player sits in seat {self.seat}")


@table_event
class SeatCleared(TableEvent):
    """The host sent a player or a bot away before the start."""

    sentence = "Seat {number} was cleared."
    seat: int

    def fold(self, table: Table) -> Table:
        return table.with_chair(self.seat, Chair())


@wish(SeatCleared)
class ClearSeat(OfSeat):
    def check(self, at: Folded, now: datetime) -> None:
        check_open(at)
        if self.seat in at.table.free_seats or self.seat >= len(at.table.chairs):
            raise SeatEmpty


@table_event
class SeatHeld(TableEvent):
    """A free seat is kept for a player who is invited."""

    sentence = "Seat {number} was held for an invited player."
    seat: int

    def fold(self, table: Table) -> Table:
        return table.with_chair(self.seat, Chair(held=True))


@wish(SeatHeld)
class HoldSeat(OfSeat):
    def check(self, at: Folded, now: datetime) -> None:
        check_open(at)
        free_seat(at, self.seat)


@table_event
class SeatReleased(TableEvent):
    """The invitation ended, and the seat is free for all."""

    sentence = "Seat {number} was no longer held."
    seat: int

    def fold(self, table: Table) -> Table:
        return table.with_chair(self.seat, Chair())


@wish(SeatReleased)
class ReleaseSeat(OfSeat):
    def check(self, at: Folded, now: datetime) -> None:
        check_open(at)
        if not at.table.chairs[self.seat].held:
            raise NotDue(f"seat {self.seat} is not held")
