"""Tries a few ideas on many states that fit what it sees; does the first unless another turns out better."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Final

from bots.base import whims
from bots.planner import advised
from bots.planning.atlas import Atlas
from bots.planning.evaluation import Mind
from bots.planning.harbours import harbours_left
from bots.planning.observation import seen_in_view
from bots.searching.beliefs import Beliefs, LooseChance
from bots.searching.evaluation import lead
from bots.searching.playout import Follower
from rules import Action, Chance, Playout, Ruleset, State, View, ruleset
from rules.actions import ClaimRoute

IDEAS: Final = 5  # actions looked at
ROUNDS: Final = 15  # turns of everyone before the result is looked at; city games mostly end sooner
CAUTION: Final = 1.5  # standard errors by which an idea has to beat the first one
TRIALS: Final = 4  # of all ideas that are left, before the worst of them is dropped


@dataclass(slots=True)
class Idea:
    action: Action
    results: list[float] = field(default_factory=list)

    def gain(self, first: Idea) -> float:
        """What it surely brings more than the first, as far as few tries can tell."""
        if self is first or len(self.results) < 2:
            return 0.0
        more = [mine - other for mine, other in zip(self.results, first.results, strict=False)]
        return fmean(more) - CAUTION * stdev(more) / math.sqrt(len(more))


class Budget:
    """A time by a clock, or a number of decisions in sampled states if that is given instead."""

    def __init__(self, seconds: float, nodes: int, clock: Callable[[], float] = time.perf_counter) -> None:
        self.nodes, self.spent = nodes, 0
        self.clock, self.seconds = clock, seconds
        self.began = clock()
        self.longest = 0.0  # of all looks so far: the next may take as long, and something else come between

    def is_left(self) -> bool:
        if self.nodes:
            return self.spent < self.nodes
        return self.clock() - self.began + 2 * self.longest < self.seconds

    def spend(self, nodes: int, since: float) -> None:
        self.spent += nodes
        self.longest = max(self.longest, self.clock() - since)


class SearchBot:
    """Thinks for this many seconds.

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
        if len(options) == 1:
            return options[0]
        budget, beliefs, whim = self.budget(), Beliefs(view), whims(chance)
        ideas = [Idea(action) for action in actions_for(beliefs.sample(whim), view, options)]
        left = narrowed(ideas, beliefs, whim, budget)
        return max(left, key=lambda idea: idea.gain(ideas[0])).action


def actions_for(guess: State, view: View, options: Sequence[Action]) -> list[Action]:
    """What a follower of plans would do, then what the planner thinks best; at harbours the planner first."""
    mind = Mind(seen_in_view(view))
    advice = sorted(advised(mind, options), key=lambda pair: -pair[0])
    ideas = [action for _, action in advice]
    own = Follower(ruleset(view.ruleset), mind.seen.seat).act(guess)
    ideas.insert(1 if harbours_left(mind.seen) else 0, own)
    different: dict[object, Action] = {}
    for action in ideas:
        different.setdefault(_likeness(action, mind.atlas), action)
    return list(different.values())[:IDEAS]


def _likeness(action: Action, map_of: Atlas) -> object:
    """The same for the routes of a double: one of them is enough to look at."""
    if isinstance(action, ClaimRoute):
        road = map_of.road[action.route]
        return road.a, road.b
    return action


def narrowed(ideas: list[Idea], beliefs: Beliefs, whim: random.Random, budget: Budget) -> list[Idea]:
    """The ideas that are left when the budget is spent, tried on the same states, the worst dropped early."""
    while len(ideas) > 1 and budget.is_left():
        for _ in range(TRIALS):
            if not _try_all(ideas, beliefs.game, beliefs.sample(whim), whim.getrandbits(32), budget):
                return ideas
        if len(ideas) > 2:  # the first, to compare with, and one more stay until the end
            worst = min(ideas[1:], key=lambda idea: fmean(idea.results))
            ideas = [idea for idea in ideas if idea is not worst]
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
    playout = Playout(game, state, chance)
    playout.follow(action)
    state = playout.state
    nodes, turns = 1, 0
    while (acting := playout.acting()) is not None and turns < ROUNDS * state.seats:
        before = state.turn
        playout.follow(followers[acting].act(state))
        turns += state.turn != before
        nodes += 1
    return lead(game, state, seat), nodes
