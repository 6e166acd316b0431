"""The state of a table, folded from the log, without the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from rules.chance import TEST

MAX_SEATS: Final = 16  # of any table; each ruleset allows fewer
UNTIL_RETURN: Final = "until_return"  # a stand-in leaves when its player takes the seat back
TO_THE_END: Final = "to_the_end"
MAX_BOT_DELAY: Final = 60_000  # milliseconds
STAND_INS: Final = (UNTIL_RETURN, TO_THE_END)
PLAYERS: Final = ("person", "program")
MAKERS: Final = (*PLAYERS, "bot", "stand_in", "cover")  # of a decision


def table_size(seats: Any) -> int:
    """The number of seats that a log claims; one that nobody could sit at is refused before it is used."""
    if type(seats) is not int or not 1 <= seats <= MAX_SEATS:
        raise ValueError("no table has this number of seats")
    return seats


class Visibility(StrEnum):
    PUBLIC = "public"  # listed, open to all
    UNLISTED = "unlisted"  # open to everyone who knows its URL
    PRIVATE = "private"  # visible to its players only, joined with the invite code


VISIBILITIES: Final = tuple(Visibility)


class Status(StrEnum):
    OPEN = "open"  # waiting for players
    PLAYING = "playing"
    SCORING = "scoring"  # the last turn is over, the scores are not yet counted
    FINISHED = "finished"  # the scores are counted and the seed is revealed
    CLOSED = "closed"  # given up before it started
    ARCHIVED = "archived"  # finished on another server, imported, and read-only


OVER: Final = (Status.FINISHED, Status.CLOSED, Status.ARCHIVED)  # nothing more happens at such a table


@dataclass(frozen=True, slots=True)
class Chair:
    taken: bool = False
    held: bool = False  # for a player who is invited; nobody else can sit down
    bot: str = ""
    stand_in: str = ""  # the bot that has taken over this seat
    stood_in: bool = False  # a stand-in has made a decision, even if the player is back
    returns: int = 0  # how often the player took the seat back
    proposals: int = 0  # how often the player proposed a pause
    gifts: int = 0  # how often the player was given time
    cover: str = ""  # the bot that makes this one decision, because its player ran out of time
    strikes: int = 0  # how often that happened
    client_seed: str = ""
    owner: str = ""  # the commitment to the account that sat down
    program: bool = False  # the account in this seat plays by program
    key: str = ""  # with which its player signs moves
    signing: str = ""  # whether each of them has to be signed

    @property
    def maker(self) -> str:
        """The kind of decider of this seat, as it is recorded in the envelopes of its events."""
        if self.stand_in or self.cover:
            return "stand_in" if self.stand_in else "cover"
        if self.bot:
            return "bot"
        return self.account

    @property
    def account(self) -> str:
        """What kind of account has this seat."""
        return "program" if self.program else "person"

    @property
    def is_manned(self) -> bool:
        """Whether a person or a program plays here. One who ran out of time is still there."""
        return self.taken and not self.bot and not self.stand_in

    def decided(self) -> Chair:
        """The chair after a decision for it."""
        if self.cover or (self.stand_in and not self.stood_in):
            return replace(self, cover="", stood_in=self.stood_in or bool(self.stand_in))
        return self

    @property
    def played_by(self) -> str:
        """The bot that decides for this seat now; empty if a person does."""
        return self.stand_in or self.cover or self.bot


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pause that not everybody has agreed to."""

    seat: int
    days: int
    agreed: frozenset[int]


@dataclass(frozen=True, slots=True)
class Table:
    status: Status = Status.OPEN
    ruleset: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    visibility: str = "public"
    clock: Mapping[str, int] = field(default_factory=dict)
    bot_delay: int = 0
    commitment: str = ""
    rematch_of: str | None = None
    purpose: str | None = None
    stand_ins: str = UNTIL_RETURN
    proposal: Proposal | None = None
    resuming: frozenset[int] = frozenset()  # who asked for the end of the pause
    advanced: int = 0  # seconds by which a test table's clock was moved
    advances: int = 0  # how often
    log: Mapping[str, int] | None = None  # where the public log had the opening before the deal
    chairs: tuple[Chair, ...] = ()
    seed: str | None = None

    @property
    def is_test(self) -> bool:
        return self.purpose == TEST

    def time(self, opened: datetime, at: datetime) -> datetime:
        """The table's clock at this moment. At a test table it moves only on request."""
        return opened + timedelta(seconds=self.advanced) if self.is_test else at

    def with_chair(self, seat: int, chair: Chair) -> Table:
        if not 0 <= seat < len(self.chairs):  # or a log could have as many as it likes
            raise ValueError(f"there is no seat {seat}")
        return replace(self, chairs=(*self.chairs[:seat], chair, *self.chairs[seat + 1 :]))

    @property
    def manned(self) -> frozenset[int]:
        """The seats of those who have to agree to a pause. Bots agree to everything."""
        return frozenset(seat for seat, chair in enumerate(self.chairs) if chair.is_manned)

    @property
    def free_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if not chair.taken)

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The free seats that anybody may take."""
        return tuple(seat for seat in self.free_seats if not self.chairs[seat].held)

    @property
    def client_seeds(self) -> list[str]:
        return [chair.client_seed for chair in self.chairs]
