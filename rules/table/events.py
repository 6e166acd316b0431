"""What happens at a table besides the game. These events stand in the same log as the game's own.

They hold seat numbers and the names of bots, never the name or id of a person.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import ClassVar, TypeVar, dataclass_transform

from rules.declare import Registry, record
from rules.sentences import CHANGES_OF_PLAYER
from rules.table.clock import Clocks
from rules.table.state import UNTIL_RETURN, Chair, Table
from rules.table.status import Status

E = TypeVar("E", bound="TableEvent")

TABLE_EVENTS = Registry("table event")


class TableEvent:
    __slots__ = ()
    notation: ClassVar[str] = ""
    sentence: ClassVar[str]  # for people; `{number}` is the seat by its number
    v: ClassVar[int] = 1
    by_seat: ClassVar[bool] = False  # done by the seat it names, not by the table

    def fold(self, table: Table) -> Table:
        raise NotImplementedError

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        """The clocks after the event. `at` is what the table's clock shows, `table` is as it is then."""
        return clocks


@dataclass_transform(frozen_default=True)
def table_event(cls: type[E]) -> type[E]:
    return TABLE_EVENTS.add(record(cls))


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
            chairs=(Chair(),) * self.seats,
        )


@table_event
class SeatTaken(TableEvent):
    """A player sat down, with a share in the game's chance if they gave a client seed.

    `player` says whether the account is a person's or plays by program.
    """

    sentence = "{seat} sat down."
    by_seat = True
    seat: int
    client_seed: str | None = None
    player: str = "person"

    def fold(self, table: Table) -> Table:
        program = self.player == "program"
        return table.with_chair(
            self.seat, Chair(taken=True, client_seed=self.client_seed or "", program=program)
        )


@table_event
class BotSeated(TableEvent):
    sentence = "The bot {bot} sat down in seat {number}."
    seat: int
    bot: str

    def fold(self, table: Table) -> Table:
        return table.with_chair(self.seat, Chair(taken=True, bot=self.bot))


@table_event
class SeatLeft(TableEvent):
    sentence = "{seat} got up."
    by_seat = True
    seat: int

    def fold(self, table: Table) -> Table:
        return table.with_chair(self.seat, Chair())


@table_event
class SeatCleared(TableEvent):
    """The host sent a player or a bot away before the start."""

    sentence = "Seat {number} was cleared."
    seat: int

    def fold(self, table: Table) -> Table:
        return table.with_chair(self.seat, Chair())


@table_event
class SeatHeld(TableEvent):
    """A free seat is kept for a player who is invited."""

    sentence = "Seat {number} was held for an invited player."
    seat: int

    def fold(self, table: Table) -> Table:
        return table.with_chair(self.seat, Chair(held=True))


@table_event
class SeatReleased(TableEvent):
    """The invitation ended, and the seat is free for all."""

    sentence = "Seat {number} was no longer held."
    seat: int

    def fold(self, table: Table) -> Table:
        return table.with_chair(self.seat, Chair())


@table_event
class GameClosed(TableEvent):
    """The table was given up before it started."""

    sentence = "The table was closed."

    def fold(self, table: Table) -> Table:
        return replace(table, status=Status.CLOSED)


@table_event
class GameStarted(TableEvent):
    """The client seeds are in, the game key is fixed; the game's own events follow."""

    sentence = "The game began."

    def fold(self, table: Table) -> Table:
        return replace(table, status=Status.PLAYING)


@table_event
class SeatResigned(TableEvent):
    """A person gave up their seat; a bot plays it from here on."""

    sentence = CHANGES_OF_PLAYER["seat_resigned"]
    by_seat = True
    seat: int
    stand_in: str

    def fold(self, table: Table) -> Table:
        chair = replace(table.chairs[self.seat], stand_in=self.stand_in)
        return table.with_chair(self.seat, chair)


@table_event
class SeatTimedOut(TableEvent):
    """A person ran out of time; a bot makes this one decision for them."""

    sentence = CHANGES_OF_PLAYER["seat_timed_out"]
    seat: int
    cover: str

    def fold(self, table: Table) -> Table:
        chair = table.chairs[self.seat]
        return table.with_chair(self.seat, replace(chair, cover=self.cover, strikes=chair.strikes + 1))


@table_event
class SeatHandedOver(TableEvent):
    """A person ran out of time too often, or is gone; a bot plays the seat from here on."""

    sentence = CHANGES_OF_PLAYER["seat_handed_over"]
    seat: int
    stand_in: str

    def fold(self, table: Table) -> Table:
        chair = replace(table.chairs[self.seat], stand_in=self.stand_in)
        return table.with_chair(self.seat, chair)


@table_event
class ClockAdvanced(TableEvent):
    """The host of a test table moved its clock, which stands still otherwise."""

    sentence = "The clock was moved on by {seconds:second}."
    seconds: int

    def fold(self, table: Table) -> Table:
        return replace(table, advanced=table.advanced + self.seconds)


@table_event
class SeedRevealed(TableEvent):
    """The game is over: with the seed anyone can open every seal and repeat every shuffle."""

    sentence = "The seed was revealed: {seed}."
    seed: str

    def fold(self, table: Table) -> Table:
        return replace(table, status=Status.FINISHED, seed=self.seed)
