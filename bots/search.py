"""Tries the planner's best ideas on many states that fit what it sees, and does what turns out best."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
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

IDEAS: Final = 6  # actions looked at
ROUNDS: Final = 0  # turns of everyone played on before looking at the result
PRIOR: Final = 0.5  # how much the planner's own opinion counts


@dataclass(slots=True)
class Idea:
    action: Action
    opinion: float  # the planner's
    results: list[float] = field(default_factory=list)

    @property
    def worth(self) -> float:
        return fmean(self.results) + PRIOR * self.opinion


class Budget:
    """So much time, or so many decisions in guessed states if that is said instead."""

    def __init__(self, seconds: float, nodes: int) -> None:
        self.nodes, self.spent = nodes, 0
        self.until = time.perf_counter() + seconds

    def is_left(self) -> bool:
        if self.nodes:
            return self.spent < self.nodes
        return time.perf_counter() < self.until


class SearchBot:
    def __init__(self, seconds: float = 1.0, nodes: int = 0) -> None:
        self.seconds, self.nodes = seconds, nodes

    def choose(self, view: View, options: Sequence[Action], chance: Chance) -> Action:
        budget = Budget(self.seconds, self.nodes)
        ideas = ideas_for(view, options)
        if len(ideas) == 1:
            return ideas[0].action
        beliefs, whim = Beliefs(view), whims(chance)
        for idea, state, seed in trials(ideas, beliefs, whim):
            if not budget.is_left() and ideas[-1].results:
                break
            result, nodes = look(beliefs.game, state, idea.action, seed)
            idea.results.append(result)
            budget.spent += nodes
        return max((idea for idea in ideas if idea.results), key=lambda idea: idea.worth).action


def ideas_for(view: View, options: Sequence[Action]) -> list[Idea]:
    """What the planner thinks best, the best first."""
    if len(options) == 1:
        return [Idea(options[0], 0.0)]
    advice = sorted(advised(Mind(seen_in_view(view)), options), key=lambda pair: -pair[0])
    return [Idea(action, worth) for worth, action in advice[: int(IDEAS)]] or [Idea(options[0], 0.0)]


def trials(ideas: Sequence[Idea], beliefs: Beliefs, whim: random.Random) -> Iterator[tuple[Idea, State, int]]:
    """Every idea on the same states, so that luck is the same for all."""
    while True:
        state, seed = beliefs.sample(whim), whim.getrandbits(32)
        for idea in ideas:
            yield idea, state, seed


def look(game: Ruleset, state: State, action: Action, seed: int) -> tuple[float, int]:
    """How things stand for the seat after the action and so many turns; with the number of decisions."""
    chance, seat = LooseChance(random.Random(seed)), action.seat
    state = game.follow(state, action, chance)[1]
    followers = [Follower(game, other) for other in range(state.seats)]
    nodes, turns = 1, 0
    while state.to_act and not (turns >= ROUNDS * state.seats and _rests(state, seat)):
        acting = state.to_act[0]
        before = state.turn
        state = game.follow(state, followers[acting].act(state), chance)[1]
        turns += state.turn != before
        nodes += 1
    return lead(game, state, seat), nodes


def _rests(state: State, seat: int) -> bool:
    """Whether the seat has nothing half done."""
    return state.moment(seat) in (None, "turn")
