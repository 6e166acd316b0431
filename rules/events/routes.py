"""Routes claimed, and what a route brings."""

from __future__ import annotations

from collections.abc import Mapping

from rules.actions import Action, ClaimRoute
from rules.cards import Face
from rules.events.base import Event, SeatEvent, event
from rules.events.cards import pay
from rules.state import State, put


@event
class RouteClaimed(SeatEvent):
    sentence = "{seat} claimed {route} with {cards} for {points:point}."
    seat: int
    route: str
    cards: tuple[Face, ...]
    pieces: dict[str, int]
    points: int

    def fold(self, state: State) -> None:
        seat = self.seat
        pay(state, seat, self.cards)
        state.claims = {**state.claims, self.route: seat}
        state.pieces = put(state.pieces, seat, less(state.pieces[seat], self.pieces))
        state.scores = put(state.scores, seat, state.scores[seat] + self.points)
        state.acted, state.passes = True, 0

    def asked(self) -> Action:
        return ClaimRoute(self.seat, self.route, self.cards)


@event
class GoodsTaken(Event):
    """The claimed route carries goods: its owner got a goods card."""

    sentence = "{seat} got a goods card."
    seat: int

    def fold(self, state: State) -> None:
        state.goods = put(state.goods, self.seat, state.goods[self.seat] + 1)
        state.goods_left -= 1


def less(pieces: Mapping[str, int], spent: Mapping[str, int]) -> dict[str, int]:
    left = {**pieces}
    for piece, count in spent.items():
        left[piece] -= count
    return left
