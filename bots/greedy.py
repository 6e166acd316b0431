"""Takes the most points it can have at once; when there are none, collects the color it has most of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from bots.base import whims
from rules import Action, Chance, View, ruleset
from rules.actions import ClaimRoute, DrawCard, KeepTickets, TakeCard
from rules.board import Board
from rules.cards import WILD
from rules.network import Network

DRAW_VALUE: Final = 2.5  # what cards are worth that are drawn instead of taking points


class GreedyBot:
    def choose(self, view: View, options: Sequence[Action], chance: Chance) -> Action:
        whim = whims(chance)
        worth = Worth(view)
        return max(options, key=lambda action: (worth.of(action), whim.random()))


class Worth:
    """Points an action brings at once; cards are worth what they will bring, other things nothing."""

    def __init__(self, view: View) -> None:
        assert view.viewer is not None  # noqa: S101 (a bot has a seat)
        self.board: Board = ruleset(view.ruleset).board
        self.claims, self.seat = view.claims, view.viewer
        me = view.seats[view.viewer]
        self.hand, self.tickets = me.hand or (), me.tickets or ()
        self.of_route = cache(self._of_route)  # a route is offered once for each way to pay

    def of(self, action: Action) -> float:
        if isinstance(action, ClaimRoute):
            return self.of_route(action.route) - action.cards.count(WILD) / 100
        if isinstance(action, KeepTickets):
            return -sum(self.board.tickets[ticket].loss for ticket in action.tickets)
        if isinstance(action, TakeCard):
            return DRAW_VALUE + self.liking(action.card) / 100
        if isinstance(action, DrawCard):
            return DRAW_VALUE
        return 0

    def _of_route(self, route: str) -> int:
        """Its points, and those of tickets it completes."""
        board = self.board
        mine = [board.routes[claimed] for claimed, owner in self.claims.items() if owner == self.seat]
        before, after = Network(mine), Network([*mine, board.routes[route]])
        tickets = (board.tickets[ticket] for ticket in self.tickets)
        done = [t for t in tickets if after.joins(t.places) and not before.joins(t.places)]
        return board.points_for(board.routes[route]) + sum(t.points + t.loss for t in done)

    def liking(self, card: str) -> int:
        color = self.board.cards[card].color
        return sum(self.board.cards[held].color == color for held in self.hand)
