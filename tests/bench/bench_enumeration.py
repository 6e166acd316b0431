"""The worst a player can ask of World: a hand of nearly every card, and all routes open.

Cold means that nothing is remembered: neither menus nor payments.
"""

import time
from collections.abc import Callable

from rules import KeyedChance, Ruleset, State, ruleset
from rules.payments import mixes
from rules.plays.claim_route import ClaimRoutePlay
from tests.bench.frame import Figure

EACH, ROUNDS = (2, 4, 6), 15


def measure() -> list[Figure]:
    world = ruleset("world")
    figures = []
    for each in EACH:
        state = rich(world, each)
        count = world.legal_actions(state, state.turn).count()
        note = f"{sum(state.hands[state.turn].values())} cards, {count} actions"
        cold, warm = best_ms(world, state, before=forget), best_ms(world, state, before=keep)
        figures += [
            Figure(f"cold, {each} of each card", cold, "ms", note, bar="< 5"),
            Figure(f"warm, {each} of each card", warm, "ms", note),
        ]
    return figures


def rich(world: Ruleset, each: int) -> State:
    """The first turn of a game whose seats hold so many of each card, or all there are."""
    chance = KeyedChance.from_seed(1)
    _, playout = world.begin(seats=2, chance=chance, options={"fleet": "beginners"})
    state = playout.state
    while state.phase == "setup":
        playout.follow(playout.offered(state.to_act[0])[0])
    hand = {card.id: min(each, card.count) for card in world.board.cards.values()}
    state.hands = (hand,) * state.seats
    return state


def forget(world: Ruleset) -> None:
    mixes.cache_clear()
    for play in world.plays:
        if isinstance(play, ClaimRoutePlay):
            play.menus.clear()


def keep(_: Ruleset) -> None:
    pass


def best_ms(world: Ruleset, state: State, *, before: Callable[[Ruleset], None]) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        before(world)
        start = time.thread_time()
        list(world.legal_actions(state, state.turn))
        best = min(best, time.thread_time() - start)
    return best * 1e3
