"""Steps per second of the environment for reinforcement learning, each game with each number of players.

Random players; every step makes an observation and a mask. Without the wrappers, as a learner would use it.
"""

import numpy as np

from bots.gym.environment import Environment
from rules import catalogue
from tests.bench.frame import Figure, best_rates

GAMES = 2  # in a chunk


def measure() -> list[Figure]:
    tables = [
        (game.title, seats, Environment(game.name, seats)) for game in catalogue() for seats in game.seats
    ]
    return [
        Figure(
            f"{title}, {seats} seats",
            rate(table),
            "steps/s",
            f"{len(table.observer)} numbers, {len(table.numbers)} actions",
        )
        for title, seats, table in tables
    ]


def rate(table: Environment) -> float:
    def play(chunk: int) -> int:
        whim, steps = np.random.default_rng(chunk), 0
        table.reset(seed=chunk)
        for _ in range(GAMES):
            table.reset()
            while not table.terminations[table.agent_selection]:
                _, _, _, _, info = table.last()
                table.step(int(whim.choice(np.flatnonzero(info["action_mask"]))))
                steps += 1
        return steps

    return best_rates(play, rounds=3, chunks=3)[0]
