"""A ruleset and a state together: what rule modules read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.board import Board
from rules.network import Network
from rules.state import State

if TYPE_CHECKING:
    from rules.ruleset import Ruleset


class Position:
    __slots__ = ("_networks", "board", "ruleset", "state")

    def __init__(self, ruleset: Ruleset, state: State) -> None:
        self.ruleset = ruleset
        self.board: Board = ruleset.board
        self.state = state
        self._networks: dict[int, Network] | None = None

    def network(self, seat: int) -> Network:
        """The routes of a seat as a graph, made once: several lines of a score sheet look at it."""
        networks = self._networks = self._networks or {}
        if seat not in networks or networks[seat].claims is not self.state.claims:
            networks[seat] = Network(self.board, self.state.claims, seat)
        return networks[seat]
