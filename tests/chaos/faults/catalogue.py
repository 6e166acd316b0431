"""What a fault is: a function that does it to the stack and returns when it has been undone."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.chaos.client import Wires
from tests.chaos.stack import Stack

STOP_SECONDS = (0.3, 4.0)
REFUSAL_SECONDS = (0.5, 4.0)


class Skipped(Exception):
    """This fault is not possible here or now, and why."""


@dataclass
class Scene:
    """What a fault may touch."""

    stack: Stack
    wires: Wires
    whim: random.Random
    game: Callable[[], str]  # a game to listen to

    def seconds(self, span: tuple[float, float]) -> float:
        return self.whim.uniform(*span)


Fault = Callable[[Scene], None]
FAULTS: dict[str, tuple[int, Fault]] = {}  # by name, with a weight


def fault(name: str, weight: int = 2) -> Callable[[Fault], Fault]:
    def add(function: Fault) -> Fault:
        FAULTS[name] = weight, function
        return function

    return add
