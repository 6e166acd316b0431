"""Random games of four, as a ratio to catanatron's.

Both engines list the legal actions at every decision and take any of them; set-up and scoring are part of
the game. A chunk is one of their games and as many actions of ours. The same games come again in every
round, so the fast rounds are those of a program that has run for a while: menus are remembered.
"""

import random
from collections.abc import Callable

from catanatron import Color, Game, RandomPlayer

from rules import KeyedChance, Ruleset, replay, ruleset
from tests.bench.frame import Figure, best_rates

OUR_GAMES, WORLD_GAMES = 8, 2  # in a chunk


def measure() -> list[Figure]:
    london, world = ours(ruleset("london"), OUR_GAMES), ours(ruleset("world"), WORLD_GAMES)
    for side in (london, world, theirs):
        side(-1)  # warms up
    our_rate, their_rate, world_rate = best_rates(london, theirs, world)
    return [
        Figure("catanatron", their_rate, "actions/s", "4 RandomPlayers"),
        Figure("London", our_rate, "actions/s", "4 seats"),
        Figure("World", world_rate, "actions/s", "4 seats"),
        Figure("London to catanatron", our_rate / their_rate, "×", bar="≥ 3"),
    ]


def ours(game: Ruleset, games: int) -> Callable[[int], int]:
    def play(chunk: int) -> int:
        whim = random.Random(chunk)
        return sum(play_one(game, f"{chunk}.{i}", whim) for i in range(games))

    return play


def play_one(game: Ruleset, seed: str, whim: random.Random) -> int:
    chance = KeyedChance.from_seed(seed)
    state = replay(game.start(seats=4, chance=chance))
    actions = 0
    while to_act := state.to_act:
        offered = list(game.legal_actions(state, to_act[0]))
        _, state = game.follow(state, offered[int(whim.random() * len(offered))], chance)
        actions += 1
    game.settle(state)
    return actions


def theirs(chunk: int) -> int:
    game = Game([RandomPlayer(color) for color in Color], seed=chunk + 2)
    game.play()
    return len(game.state.actions)
