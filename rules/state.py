"""Everything that is true at the table. It knows no board and no rules: events alone make it.

A fold assigns to the fields of its own copy; what a field holds (a hand, a pile, the row of all
hands) is shared between states and replaced, never changed in place. So a copy is one dict copy, and
an old state stays true. That is why this class has no slots: they would have to be copied one by one.
Nor has it defaults on the class: with a class attribute of the same name in the way, the interpreter
takes several times as long to find that of the instance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeVar

from rules.cards import Face, Hand

T = TypeVar("T")

Phase = Literal["setup", "play", "scoring", "over"]
Moment = Literal["turn", "second card", "drawn tickets", "starting tickets", "fleet"]
SETUP_MOMENTS: Final = ("starting tickets", "fleet")


def put(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The row with another value at this seat."""
    new = list(row)
    new[seat] = value
    return tuple(new)


class State:
    def __init__(self) -> None:
        self.ruleset = ""
        self.options: Mapping[str, str] = {}
        self.seats = 0
        self.phase: Phase = "setup"

        # the table
        self.pile_of: dict[Face, str] = {}  # which pile a card belongs to, by face
        self.piles: dict[str, tuple[str, ...]] = {}  # the next card first
        self.discards: dict[str, tuple[Face, ...]] = {}
        self.shuffles: Mapping[str, int] = {}  # how often each pile has been shuffled
        self.market: tuple[Face | None, ...] = ()
        self.refill: str | None = None  # the pile the gap in the market is filled from, if somebody said so
        self.sweeps = 0  # redeals of the market since a player last took from it
        self.claims: Mapping[str, int] = {}  # route -> seat
        self.harbours: Mapping[str, int] = {}  # place -> seat
        self.goods_left = 0

        # by seat
        self.hands: tuple[Hand, ...] = ()
        self.tickets: tuple[tuple[str, ...], ...] = ()
        self.offers: tuple[tuple[str, ...], ...] = ()  # tickets to decide on
        self.keep: tuple[int, ...] = ()  # how many of them must be kept
        self.choices: tuple[Any, ...] = ()  # a secret choice made and not yet revealed
        self.pieces: tuple[Mapping[str, int], ...] = ()
        self.box: tuple[Mapping[str, int], ...] = ()
        self.scores: tuple[int, ...] = ()
        self.goods: tuple[int, ...] = ()
        self.exchanged: tuple[int, ...] = ()
        self.scored: tuple[tuple[dict[str, Any], ...], ...] = ()  # lines of the score sheet

        # the turn
        self.first = 0
        self.turn = 0
        self.drawn = 0  # how many of the turn's draws are used up
        self.acted = False  # the turn's action is done
        self.passes = 0  # in a row
        self.turns_left: int | None = None  # counted once the last round has begun
        self.winners: tuple[int, ...] = ()

    def copy(self) -> State:
        new = State.__new__(State)
        new.__dict__ = self.__dict__.copy()
        return new

    def moment(self, seat: int) -> Moment | None:
        """What this seat is asked to decide now, if anything."""
        if self.phase == "play":
            if seat != self.turn:
                return None
            if self.offers[seat]:
                return "drawn tickets"
            return "second card" if self.drawn else "turn"
        if self.phase == "setup" and 0 <= seat < self.seats and self.choices[seat] is None:
            if self.offers[seat]:
                return "starting tickets"
            if self.tickets[seat] and not self.pieces[seat]:
                return "fleet"
        return None

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.phase == "play":
            return (self.turn,)
        return tuple(seat for seat in range(self.seats) if self.moment(seat))

    @property
    def sources(self) -> tuple[str, ...]:
        """The piles a card can come from, their discards shuffled in where they are empty."""
        found: tuple[str, ...] = ()
        piles, discards = self.piles, self.discards
        for pile in discards:
            if piles[pile] or discards[pile]:
                found += (pile,)
        return found

    def supply(self, pile: str) -> int:
        """Cards that can still come off this pile, its discards shuffled in when it is empty."""
        return len(self.piles[pile]) + len(self.discards[pile])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # a state can change while it is folded

    def __repr__(self) -> str:
        return f"<State {', '.join(f'{name}={value!r}' for name, value in vars(self).items())}>"
