"""A ruleset and a state together: what rule modules read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.board import Board
from rules.network import Network
from rules.state import State

if TYPE_CHECKING:
    from rules.ruleset import Ruleset


class Position:
    __slots__ = ("board", "ruleset", "state")

    def __init__(self, ruleset: Ruleset, state: State) -> None:
        self.ruleset = ruleset
        self.board: Board = ruleset.board
        self.state = state

    def network(self, seat: int) -> Network:
        """The routes of a seat as a graph."""
        return Network(self.board, self.state.claims, seat)
