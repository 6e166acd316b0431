"""Tables for bots to sit at."""

from collections.abc import Iterator

from bots.base import Bot
from bots.play import decide
from rules import Action, KeyedChance, Ruleset, State, catalogue, replay, ruleset, view_for

GAMES = tuple(dict.fromkeys(game.id for game in catalogue()))


def opened(game: str, *, seats: int = 2, seed: int = 1) -> tuple[Ruleset, State, KeyedChance]:
    rules, chance = ruleset(game), KeyedChance.from_seed(seed)
    return rules, replay(rules.start(seats=seats, chance=chance)), chance


def moves(bots: list[Bot], game: str, seed: int = 1) -> Iterator[tuple[State, Action]]:
    """Each decision of a game with the state it was made in; the last state comes with no action."""
    rules, state, chance = opened(game, seats=len(bots), seed=seed)
    decisions = 0
    while state.to_act:
        seat = state.to_act[0]
        whims = KeyedChance.from_seed(f"{seed}/{decisions}")
        action = decide(bots[seat], view_for(state, seat), rules.legal_actions(state, seat), whims)
        yield state, action
        state = rules.step(state, action, chance)[1]
        decisions += 1


def last_state(bots: list[Bot], game: str, seed: int = 1) -> State:
    rules, _, chance = opened(game, seats=len(bots), seed=seed)
    state, action = list(moves(bots, game, seed))[-1]
    return rules.step(state, action, chance)[1]
