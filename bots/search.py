"""Tries the planner's best ideas on many states that fit what it sees, and does what turns out best."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from bots.base import whims
from bots.beliefs import Beliefs, LooseChance
from bots.mind import Mind
from bots.outlook import lead
from bots.planner import advised
from bots.playout import Follower
from bots.seen import seen_in_view
from rules import Action, Chance, Ruleset, State, View

IDEAS: Final = 4  # actions looked at
ROUNDS: Final = 15  # turns of everyone before the result is looked at; city games mostly end sooner
PRIOR: Final = 0.5  # how much the planner's own opinion counts, in points for each of its points
TRIALS: Final = 3  # of all ideas that are left, before the worst of them is dropped


@dataclass(slots=True)
class Idea:
    action: Action
    opinion: float  # the planner's
    results: list[float] = field(default_factory=list)

    @property
    def worth(self) -> float:
        return (fmean(self.results) if self.results else 0.0) + PRIOR * self.opinion


class Budget:
    """So much time by a clock, or so many decisions in guessed states if that is said instead."""

    def __init__(self, seconds: float, nodes: int, clock: Callable[[], float] = time.perf_counter) -> None:
        self.nodes, self.spent = nodes, 0
        self.clock, self.seconds = clock, seconds
        self.began = clock()
        self.longest = 0.0  # of all looks so far: the next may take as long

    def is_left(self) -> bool:
        if self.nodes:
            return self.spent < self.nodes
        return self.clock() - self.began + self.longest < self.seconds

    def spend(self, nodes: int, since: float) -> None:
        self.spent += nodes
        self.longest = max(self.longest, self.clock() - since)


class SearchBot:
    """Thinks for so many seconds.

    Instead it can be given a number of decisions to look at, for results that can be repeated, or
    seconds of processor time, for measurements on a machine that is busy with other things.
    """

    def __init__(self, seconds: float = 1.0, nodes: float = 0, cpu: float = 0) -> None:
        self.seconds, self.nodes, self.cpu = seconds, int(nodes), cpu

    def budget(self) -> Budget:
        if self.cpu:
            return Budget(self.cpu, 0, time.thread_time)
        return Budget(self.seconds, self.nodes)

    def choose(self, view: View, options: Sequence[Action], chance: Chance) -> Action:
        budget = self.budget()
        ideas = ideas_for(view, options)
        if len(ideas) > 1:
            ideas = narrowed(ideas, Beliefs(view), whims(chance), budget)
        return max(ideas, key=lambda idea: idea.worth).action


def ideas_for(view: View, options: Sequence[Action]) -> list[Idea]:
    """What the planner thinks best, the best first."""
    if len(options) == 1:
        return [Idea(options[0], 0.0)]
    advice = sorted(advised(Mind(seen_in_view(view)), options), key=lambda pair: -pair[0])
    return [Idea(action, worth) for worth, action in advice[:IDEAS]] or [Idea(options[0], 0.0)]


def narrowed(ideas: list[Idea], beliefs: Beliefs, whim: random.Random, budget: Budget) -> list[Idea]:
    """The ideas that are left when the budget is spent, tried on the same states, the worst dropped early."""
    while len(ideas) > 1 and budget.is_left():
        for _ in range(TRIALS):
            if not _try_all(ideas, beliefs.game, beliefs.sample(whim), whim.getrandbits(32), budget):
                return ideas
        if len(ideas) > 2:  # the last two are compared until the end
            ideas = sorted(ideas, key=lambda idea: -idea.worth)[:-1]
    return ideas


def _try_all(ideas: list[Idea], game: Ruleset, state: State, seed: int, budget: Budget) -> bool:
    """One state for all ideas, so that luck is the same for each; only a full round counts."""
    results = []
    for idea in ideas:
        if not budget.is_left():
            return False
        began = budget.clock()
        result, nodes = look(game, state, idea.action, seed)
        budget.spend(nodes, began)
        results.append(result)
    for idea, result in zip(ideas, results, strict=True):
        idea.results.append(result)
    return True


def look(game: Ruleset, state: State, action: Action, seed: int) -> tuple[float, int]:
    """How the seat fares after the action, everyone playing on by plan; with the number of decisions."""
    chance, seat = LooseChance(random.Random(seed)), action.seat
    followers = [Follower(game, other) for other in range(state.seats)]
    state = game.follow(state, action, chance)[1]
    nodes, turns = 1, 0
    while state.to_act and turns < ROUNDS * state.seats:
        acting, before = state.to_act[0], state.turn
        state = game.follow(state, followers[acting].act(state), chance)[1]
        turns += state.turn != before
        nodes += 1
    return lead(game, state, seat), nodes
