"""Setting the table, shuffling, and whose turn it is."""

from __future__ import annotations

from rules.actions import Action, Pass
from rules.cards import Face
from rules.declare import public, secret
from rules.events.base import Event, SeatEvent, event
from rules.state import State


@event
class TableSet(Event):
    """The table is set: which game, how many seats, and what lies on the table and in each box."""

    sentence = "The table was set."
    ruleset: str
    seats: int
    options: dict[str, str]
    cards: dict[str, dict[Face, int]]  # pile -> face -> how many
    market: int
    pieces: dict[str, int]  # what each seat starts with
    box: dict[str, int]  # what each seat has beside the table
    goods: int

    def fold(self, state: State) -> None:
        state.ruleset, state.seats, state.options = self.ruleset, self.seats, self.options
        state.pile_of = {face: pile for pile, faces in self.cards.items() for face in faces}
        state.piles = dict.fromkeys((*self.cards, "tickets"), ())
        state.discards = dict.fromkeys(
            sorted(self.cards), ()
        )  # a log may come back with its keys in any order
        state.market = (None,) * self.market
        state.goods_left = self.goods
        state.hands = ({},) * self.seats
        state.tickets = state.offers = state.scored = ((),) * self.seats
        state.keep = state.scores = state.goods = state.exchanged = (0,) * self.seats
        state.choices = (None,) * self.seats
        state.pieces, state.box = (self.pieces,) * self.seats, (self.box,) * self.seats


@event
class PileShuffled(Event):
    """A pile was made: in set-up from all its cards, later from its discards."""

    sentence = "{pile} was shuffled: {count:card}."
    pile: str
    nth: int
    count: int
    order: tuple[str, ...] = secret(drawn=True)  # the next card first

    def fold(self, state: State) -> None:
        state.piles = {**state.piles, self.pile: self.order}
        state.shuffles = {**state.shuffles, self.pile: self.nth}
        if self.pile in state.discards:
            state.discards = {**state.discards, self.pile: ()}


@event
class FirstSeatDrawn(Event):
    """Lots were drawn for the first turn; the first seat of the order has it."""

    sentence = "Lots were drawn for the first turn."
    order: tuple[str, ...] = public(drawn=True)

    def fold(self, state: State) -> None:
        state.first = int(self.order[0])
        state.shuffles = {**state.shuffles, "first-seat": 1}


@event
class FirstSeatNamed(Event):
    """The table had agreed who begins."""

    sentence = "{seat} goes first."
    seat: int

    def fold(self, state: State) -> None:
        state.first = self.seat


@event
class TurnBegan(Event):
    sentence = "It was the turn of {seat}."
    seat: int

    def fold(self, state: State) -> None:
        state.phase = "play"
        state.turn = self.seat
        state.drawn = 0
        state.acted = False
        if state.turns_left is not None:
            state.turns_left -= 1


@event
class TurnPassed(SeatEvent):
    sentence = "{seat} passed."
    seat: int

    def fold(self, state: State) -> None:
        state.passes, state.acted = state.passes + 1, True

    def asked(self) -> Action:
        return Pass(self.seat)
