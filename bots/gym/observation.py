"""What a seat may know, as a row of numbers of a fixed length.

It is made of a view and of nothing else, so it holds no secret. Seats are counted from the viewer on: the
first is always the one who looks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bots.gym.action_numbers import most_offered
from rules import Ruleset, View, ruleset
from rules.views import SeatView

BOUND: Final = 10.0  # no number is beyond it; most are from 0 to 1
COUNT: Final = 0.1  # of cards, tickets and pieces
POINTS: Final = 0.01

Row = NDArray[np.float32]


class Observer:
    def __init__(self, game: Ruleset, seats: int) -> None:
        board = game.board
        self.seats = seats
        self.moments = tuple(sorted(moment for moment in game.agenda.play_at if moment))
        self.faces, self.piles, self.pieces = tuple(board.cards), tuple(board.piles), tuple(board.pieces)
        self.tickets = {ticket: number for number, ticket in enumerate(board.tickets)}
        self.routes = {route: number for number, route in enumerate(board.routes)}
        self.harbours = {p.id: n for n, p in enumerate(p for p in board.places.values() if p.harbour)}
        self.offered = most_offered(game)
        self.parts = dict(self._layout())
        self.length = sum(length for _, length in self._lengths())

    def _layout(self) -> Iterator[tuple[str, slice]]:
        """Each part of the row by its name."""
        start = 0
        for name, length in self._lengths():
            yield name, slice(start, start + length)
            start += length

    def _lengths(self) -> Iterator[tuple[str, int]]:
        yield "moment", len(self.moments)
        yield "table", 5  # cards drawn, passes, last round, turns left, goods left
        yield "market", len(self.faces)
        yield "discards", len(self.faces)
        yield "piles", len(self.piles) + 1  # the tickets last
        yield "hand", len(self.faces)
        yield "tickets", len(self.tickets)
        yield "offer", self.offered * len(self.tickets)  # one row of all tickets for each place in it
        yield "keep", 1
        yield "seats", self.seats * (5 + len(self.piles) + 2 * len(self.pieces))
        yield "claims", self.seats * len(self.routes)
        yield "harbours", self.seats * len(self.harbours)

    def __len__(self) -> int:
        return self.length

    def row(self, view: View) -> Row:
        row = np.zeros(len(self), dtype=np.float32)
        viewer = view.viewer or 0
        own = view.seats[viewer]
        self._one_hot(row, "moment", [self.moments.index(view.moment)] if view.moment else [])
        left = view.turns_left
        row[self.parts["table"]] = (
            view.drawn,
            view.passes,
            left is not None,
            COUNT * (left or 0),
            COUNT * view.goods_left,
        )
        row[self.parts["market"]] = self._counts(Counter(card for card in view.market if card))
        row[self.parts["discards"]] = self._counts(view.discards)
        row[self.parts["piles"]] = [COUNT * view.piles[pile] / 10 for pile in (*self.piles, "tickets")]
        row[self.parts["hand"]] = self._counts(Counter(own.hand or ()))
        self._one_hot(row, "tickets", [self.tickets[ticket] for ticket in own.tickets or ()])
        self._one_hot(row, "offer", self._offer(own.offer or ()))
        row[self.parts["keep"]] = own.keep or 0
        order = [view.seats[(viewer + turn) % self.seats] for turn in range(self.seats)]
        row[self.parts["seats"]] = [number for seat in order for number in self._seat(seat, view)]
        self._one_hot(row, "claims", self._owned(view.claims, self.routes, viewer))
        self._one_hot(row, "harbours", self._owned(view.harbours, self.harbours, viewer))
        return np.clip(row, -BOUND, BOUND, out=row)

    def _one_hot(self, row: Row, part: str, places: Sequence[int]) -> None:
        if places:
            row[self.parts[part]][places] = 1

    def _counts(self, cards: Mapping[str, int]) -> list[float]:
        return [COUNT * cards.get(face, 0) for face in self.faces]

    def _offer(self, offer: Sequence[str]) -> list[int]:
        return [place * len(self.tickets) + self.tickets[ticket] for place, ticket in enumerate(offer)]

    def _seat(self, seat: SeatView, view: View) -> Iterator[float]:
        yield POINTS * seat.score
        yield COUNT * seat.tickets_held
        yield COUNT * seat.goods
        yield seat.has_chosen
        yield seat.seat in view.to_act
        yield from (COUNT * seat.cards[pile] for pile in self.piles)
        yield from (COUNT * seat.pieces.get(piece, 0) for piece in self.pieces)
        yield from (COUNT * seat.box.get(piece, 0) for piece in self.pieces)

    def _owned(self, owners: Mapping[str, int], places: Mapping[str, int], viewer: int) -> list[int]:
        return [
            (owner - viewer) % self.seats * len(places) + places[thing] for thing, owner in owners.items()
        ]


@cache
def observer(name: str, seats: int) -> Observer:
    """For a table of so many seats; the ruleset by its full name."""
    return Observer(ruleset(name), seats)
