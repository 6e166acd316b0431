"""A small policy that learns by policy gradient (REINFORCE), with nothing but numpy.

It is an example of how to use the environment, and the least that a better learner has to beat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bots.gym.action_numbers import ActionNumbers
from bots.gym.environment import Environment
from bots.gym.observation import Row
from rules.cards import WILD

RATE: Final = 0.6
KEPT: Final = 0.95  # of the running mean of rewards, with every game

Matrix = NDArray[np.float64]
Mask = NDArray[np.int8]


def action_features(numbers: ActionNumbers) -> Matrix:
    """For each action a row: its kind; of a claim the points, the length and the wilds; how many are kept."""
    kinds = {kind: place for place, kind in enumerate(dict.fromkeys(key[0] for key in numbers.keys))}
    table = np.zeros((len(numbers), len(kinds) + 4))
    board = numbers.game.board
    for number, (kind, *rest) in enumerate(numbers.keys):
        table[number, kinds[kind]] = 1
        if kind == "claim":
            route = board.routes[rest[0]]
            table[number, -4:-1] = board.points_for(route) / 10, route.length / 5, rest.count(WILD) / 5
        elif kind == "keep":
            table[number, -1] = len(rest) / 5
    return table


class Policy:
    """A weight for each pair of a feature of the action and a fact about the table."""

    def __init__(self, env: Environment) -> None:
        self.actions = action_features(env.numbers)
        self.observer = env.observer
        self.weights = np.zeros((self.actions.shape[1], len(self.facts(np.zeros(len(env.observer))))))

    def facts(self, row: Row | Matrix) -> Matrix:
        """A constant, the state of the round, and the own seat without its cards."""
        own = row[self.observer.parts["seats"]][
            : len(row[self.observer.parts["seats"]]) // self.observer.seats
        ]
        return np.concatenate(([1.0], row[self.observer.parts["table"]], own))

    def choose(self, row: Row, mask: Mask, whim: np.random.Generator) -> tuple[int, Matrix]:
        """An action, and the gradient of the logarithm of its probability."""
        legal, facts = np.flatnonzero(mask), self.facts(row)
        features = self.actions[legal]
        worth = features @ (self.weights @ facts)
        likely = np.exp(worth - worth.max())
        likely /= likely.sum()
        place = int(whim.choice(len(legal), p=likely))
        return int(legal[place]), np.outer(features[place] - likely @ features, facts)


def train(policy: Policy, env: Environment, games: int, seed: int) -> Iterator[float]:
    """Learn against players who do anything they may, from each seat in turn; yields each game's reward."""
    whim, usual = np.random.default_rng(seed), 0.0
    env.reset(seed=seed)
    for game in range(games):
        learner = env.possible_agents[game % len(env.possible_agents)]
        reward, gradient = play(policy, env, learner, whim)
        policy.weights += RATE * (reward - usual) * gradient / max(1.0, float(np.abs(gradient).max()))
        usual = KEPT * usual + (1 - KEPT) * reward
        yield reward


def play(policy: Policy, env: Environment, learner: str, whim: np.random.Generator) -> tuple[float, Matrix]:
    """One game of the policy against random players: its reward, and the sum of its gradients."""
    env.reset()
    total = np.zeros_like(policy.weights)
    while not env.terminations[agent := env.agent_selection]:
        mask = env.infos[agent]["action_mask"]
        if agent == learner:
            action, gradient = policy.choose(env.observe(agent), mask, whim)
            total += gradient
        else:
            action = int(whim.choice(np.flatnonzero(mask)))
        env.step(action)
    return env.rewards[learner], total


def share_of_wins(policy: Policy, env: Environment, games: int, seed: int) -> float:
    """Against random players, on deals of its own; the environment must reward wins."""
    whim = np.random.default_rng(seed)
    env.reset(seed=seed)
    seats = env.possible_agents
    return sum(play(policy, env, seats[game % len(seats)], whim)[0] > 0 for game in range(games)) / games
