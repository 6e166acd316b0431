"""A ruleset and a state together: what rule modules read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.actions import Action
from rules.board import Board, Route
from rules.network import Network
from rules.state import State

if TYPE_CHECKING:
    from rules.agenda import Agenda
    from rules.ruleset import Ruleset


class Position:
    __slots__ = ("agenda", "board", "ruleset", "state")

    def __init__(self, ruleset: Ruleset, state: State) -> None:
        self.ruleset = ruleset
        self.board: Board = ruleset.board
        self.agenda: Agenda = ruleset.agenda
        self.state = state

    def offered(self, seat: int) -> list[Action]:
        """The actions offered to a seat, play by play."""
        moment = self.state.moment(seat)
        offered: list[Action] = []
        for offer in self.agenda.offers_at[moment]:
            offered += offer(self, seat)
        if not offered:
            for offer in self.agenda.last_resorts_at[moment]:
                offered += offer(self, seat)
        return offered

    def routes_of(self, seat: int) -> list[Route]:
        """The routes a seat has claimed, in the order it did."""
        routes = self.board.routes
        return [routes[route] for route, owner in self.state.claims.items() if owner == seat]

    def network(self, seat: int) -> Network:
        """The routes of a seat as a graph."""
        return Network(self.routes_of(seat))
