"""Random games of four, as a ratio to catanatron's.

Both engines list the legal actions at every decision and take any of them; set-up and scoring are part of
the game. A chunk is one of their games and as many actions of ours.

We remember what a hand can pay for. Games that come again find all of it remembered; new games, what hands
of earlier ones have in common with theirs. So there are two figures, and the one for new games counts.
"""

import random
from collections.abc import Callable

from catanatron import Color, Game, RandomPlayer

from rules import KeyedChance, Ruleset, ruleset
from tests.bench.frame import Figure, best_rates, usual_rates

OUR_GAMES, WORLD_GAMES = 8, 2  # in a chunk
WARMING, NEW = range(-30, 0), range(1000, 1080)  # chunks


def measure() -> list[Figure]:
    london, world = ours(ruleset("london"), OUR_GAMES), ours(ruleset("world"), WORLD_GAMES)
    usual_rates(london, theirs, chunks=WARMING)
    our_new, their_new = usual_rates(london, theirs, chunks=NEW)
    our_best, their_best = best_rates(london, theirs)
    (world_new,), (world_best,) = usual_rates(world, chunks=NEW), best_rates(world)
    return [
        Figure("catanatron, new games", their_new, "actions/s", "4 RandomPlayers"),
        Figure("London, new games", our_new, "actions/s", "4 seats"),
        Figure("World, new games", world_new, "actions/s", "4 seats"),
        Figure("catanatron, games again", their_best, "actions/s", "the best of each"),
        Figure("London, games again", our_best, "actions/s", "the best of each"),
        Figure("World, games again", world_best, "actions/s", "the best of each"),
        Figure("London to catanatron, new games", our_new / their_new, "×", bar="≥ 3"),
        Figure("London to catanatron, games again", our_best / their_best, "×"),
    ]


def ours(game: Ruleset, games: int) -> Callable[[int], int]:
    def play(chunk: int) -> int:
        whim = random.Random(chunk)
        return sum(play_one(game, f"{chunk}.{i}", whim) for i in range(games))

    return play


def play_one(game: Ruleset, seed: str, whim: random.Random) -> int:
    chance = KeyedChance.from_seed(seed)
    _, playout = game.begin(seats=4, chance=chance)
    actions = 0
    while (seat := playout.acting()) is not None:
        offered = playout.offered(seat)
        playout.follow(offered[int(whim.random() * len(offered))])
        actions += 1
    game.settle(playout.state)
    return actions


def theirs(chunk: int) -> int:
    game = Game([RandomPlayer(color) for color in Color], seed=chunk)
    game.play()
    return len(game.state.actions)
