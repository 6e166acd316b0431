"""Everything that is true at the table. It knows no board and no rules: events alone make it.

A fold assigns to the fields of its own copy; what a field holds (a hand, a pile, the row of all
hands) is shared between states and replaced, never changed in place. So a copy copies no more than the
fields, and an old state stays true.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Literal, TypeVar

from rules.cards import Face, Hand
from rules.moments import DRAWN_TICKETS, SECOND_CARD, SETUP_MOMENTS, TURN, Moment

T = TypeVar("T")

Phase = Literal["setup", "play", "scoring", "over"]


def put(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The row with another value at this seat."""
    new = list(row)
    new[seat] = value
    return tuple(new)


@dataclass(slots=True)
class State:
    ruleset: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    seats: int = 0
    phase: Phase = "setup"

    # the table
    pile_of: dict[Face, str] = field(default_factory=dict)  # which pile a card belongs to, by face
    piles: dict[str, tuple[str, ...]] = field(default_factory=dict)  # the next card first
    discards: dict[str, tuple[Face, ...]] = field(default_factory=dict)
    shuffles: Mapping[str, int] = field(default_factory=dict)  # how often each pile has been shuffled
    market: tuple[Face | None, ...] = ()
    refill: str | None = None  # the pile the gap in the market is filled from, if somebody said so
    sweeps: int = 0  # redeals of the market since a player last took from it
    claims: Mapping[str, int] = field(default_factory=dict)  # route -> seat
    harbours: Mapping[str, int] = field(default_factory=dict)  # place -> seat
    goods_left: int = 0

    # by seat
    hands: tuple[Hand, ...] = ()
    tickets: tuple[tuple[str, ...], ...] = ()
    offers: tuple[tuple[str, ...], ...] = ()  # tickets to decide on
    keep: tuple[int, ...] = ()  # how many of them must be kept
    choices: tuple[Any, ...] = ()  # a secret choice made and not yet revealed
    pieces: tuple[Mapping[str, int], ...] = ()
    box: tuple[Mapping[str, int], ...] = ()
    scores: tuple[int, ...] = ()
    goods: tuple[int, ...] = ()
    exchanged: tuple[int, ...] = ()
    scored: tuple[tuple[dict[str, Any], ...], ...] = ()  # lines of the score sheet

    # the turn
    first: int = 0
    turn: int = 0
    drawn: int = 0  # how many of the turn's draws are used up
    acted: bool = False  # the turn's action is done
    passes: int = 0  # in a row
    turns_left: int | None = None  # counted once the last round has begun
    winners: tuple[int, ...] = ()

    def copy(self) -> State:
        return State(*_values(self))

    def moment(self, seat: int) -> Moment | None:
        """What this seat is asked to decide now, if anything."""
        if self.phase == "play":
            if seat != self.turn:
                return None
            if self.offers[seat]:
                return DRAWN_TICKETS
            return SECOND_CARD if self.drawn else TURN
        if self.phase == "setup" and 0 <= seat < self.seats and self.choices[seat] is None:
            for moment, is_asked in SETUP_MOMENTS.items():
                if is_asked(self, seat):
                    return moment
        return None

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.phase == "play":
            return (self.turn,)
        return tuple(seat for seat in range(self.seats) if self.moment(seat))

    def sources(self) -> tuple[str, ...]:
        """The piles a card can be drawn from; those that ran out are made anew before a decision (DRAW-6)."""
        found: tuple[str, ...] = ()
        piles = self.piles
        for pile in self.discards:
            if piles[pile]:
                found += (pile,)
        return found

    def supply(self, pile: str) -> int:
        """Cards that can still come off this pile, its discards shuffled in when it is empty."""
        return len(self.piles[pile]) + len(self.discards[pile])


_values = attrgetter(*[f.name for f in fields(State)])
