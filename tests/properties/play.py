"""Random games to look at, the same ones in every run."""

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from rules import Action, Event, KeyedChance, Ruleset, State, apply, catalogue, replay, ruleset

TABLES = [(game.name, seats) for game in catalogue() for seats in game.seats]
TOO_LONG = 3_000  # actions; a game of players with no plan takes a tenth of it

# No clock and no memory of earlier runs: the examples are the same everywhere.
steady = settings(derandomize=True, deadline=None, database=None)


class Step(NamedTuple):
    before: State
    action: Action
    events: tuple[Event, ...]
    after: State


class Game(NamedTuple):
    rules: Ruleset
    chance: KeyedChance
    opening: tuple[Event, ...]
    steps: tuple[Step, ...]
    end: tuple[Event, ...]

    @property
    def states(self) -> list[State]:
        return [replay(self.opening), *(step.after for step in self.steps)]

    @property
    def events(self) -> list[Event]:
        return [*self.opening, *(event for step in self.steps for event in step.events), *self.end]


def whim(rng: random.Random, game: Ruleset, state: State) -> Action:
    """Any kind of action as likely as any other, so that what is rarely offered happens too."""
    kinds: dict[type, list[Action]] = defaultdict(list)
    for action in game.legal_actions(state, rng.choice(state.to_act)):
        kinds[type(action)].append(action)
    return rng.choice(kinds[rng.choice(sorted(kinds, key=lambda kind: kind.__name__))])


def play(game: Ruleset, state: State, chance: KeyedChance, rng: random.Random) -> Iterator[Step]:
    while state.to_act:
        action = whim(rng, game, state)
        events, after = game.step(state, action, chance)
        yield Step(state, action, events, after)
        state = after


@cache
def random_game(name: str, seats: int, seed: int) -> Game:
    """To the end; an odd seed agrees on everything that can be agreed on."""
    game, chance = ruleset(name), KeyedChance.from_seed(seed)
    agreed = {option.name: option.choices[1] for option in game.options} if seed % 2 else {}
    opening = game.start(seats=seats, chance=chance, options=agreed)
    steps = []
    for step in play(game, replay(opening), chance, random.Random(seed)):
        steps.append(step)
        assert len(steps) < TOO_LONG, "this game does not end"
    end = game.settle(steps[-1].after)
    return Game(game, chance, opening, tuple(steps), end)


def final_state(game: Game) -> State:
    state = game.steps[-1].after
    for event in game.end:
        state = apply(state, event)
    return state


def games() -> st.SearchStrategy[Game]:
    return st.builds(
        lambda table, seed: random_game(*table, seed), st.sampled_from(TABLES), st.integers(0, 1)
    )


def positions() -> st.SearchStrategy[tuple[Game, State]]:
    """Any position of such a game, the set-up and the last turn as likely as the middle."""
    return games().flatmap(lambda game: st.sampled_from(game.states).map(lambda state: (game, state)))
