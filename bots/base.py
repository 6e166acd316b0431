"""What a bot is: something that picks one of the actions it is offered, from what its seat may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from rules import Action, Chance, View


class Bot(Protocol):
    """A bot gets what an API client gets, and no more: its view, its options, and chance for its whims."""

    def choose(self, view: View, options: Iterable[Action], chance: Chance) -> Action: ...
