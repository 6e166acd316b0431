"""Copying a state in the middle of a World game: what a search does before it looks ahead."""

import random

from rules import KeyedChance, State, ruleset
from tests.bench.frame import Figure, best_rates

COPIES = 20_000


def measure() -> list[Figure]:
    state = midgame()

    def copy(_: int) -> int:
        for _copy in range(COPIES):
            state.copy()
        return COPIES

    (rate,) = best_rates(copy)
    return [Figure("State.copy()", 1e6 / rate, "µs", "World, 4 seats, 200 actions in", bar="< 20")]


def midgame() -> State:
    world, chance, whim = ruleset("world"), KeyedChance.from_seed(7), random.Random(7)
    _, playout = world.begin(seats=4, chance=chance)
    for _ in range(200):
        playout.follow(whim.choice(playout.offered(playout.state.to_act[0])))
    return playout.state
