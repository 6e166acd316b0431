"""What a bot is: something that picks one of the actions it is offered, from what its seat may know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from rules import Action, Chance, View


class Bot(Protocol):
    """A bot gets what an API client gets, and no more: its view, its options, and chance for its whims."""

    def choose(self, view: View, options: Sequence[Action], chance: Chance) -> Action: ...


def whims(chance: Chance) -> random.Random:
    """A stream of numbers out of one shuffle, for bots that need many."""
    return random.Random("".join(chance.shuffle("whims", (f"{n:02x}" for n in range(64)))))
