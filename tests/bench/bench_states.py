"""States: a finished game loaded cold, and a move early in a game against one late in it.

The store and the services at work in this process, on a PostgreSQL that keeps what it commits.
"""

from __future__ import annotations

import statistics
import time

from games.log import store
from games.log.models import Game
from games.moves.act import game_act
from games.moves.settlement import game_settle
from rules.actions import DrawCard, TakeCard
from tests.bench.frame import Figure
from tests.bench.tables import Person, people, script, servers, table

ROUNDS = 15
GAMES = 4
EARLY, LATE, SPAN = 5, 500, 60


def measure() -> list[Figure]:
    with servers():
        players = people(5)
        cold, worked, events = _cold_load(players)
        early, late = _moves(players)
    first, last = statistics.median(early), statistics.median(late)
    return [
        Figure("cold load, best", min(cold) * 1e3, "ms", f"World, {events} events", bar="≤ 30"),
        Figure("cold load, median", statistics.median(cold) * 1e3, "ms"),
        Figure("cold load, processor", min(worked) * 1e3, "ms", "without waiting for others"),
        Figure(f"move at ply {EARLY}", first * 1e3, "ms", "drawing or taking a card"),
        Figure(f"move at ply {LATE}", last * 1e3, "ms"),
        Figure("late to early", last / first, "×", bar="about 1"),
    ]


def _cold_load(players: list[Person]) -> tuple[list[float], list[float], int]:
    game = table("world", 4, players)
    for action in script(game, actions=5000, seed=1):
        game_act(game.id, action)
    game_settle(game.id)
    version = Game.objects.get(pk=game.id).version
    times, worked = [], []
    for _ in range(ROUNDS):
        store.states.clear()
        start, work = time.perf_counter(), time.process_time()
        store.states.load(game.id, version)
        times.append(time.perf_counter() - start)
        worked.append(time.process_time() - work)
    return times, worked, version


def _moves(players: list[Person]) -> tuple[list[float], list[float]]:
    """Cards drawn and taken only: they cost the same at any time but for the length of the log."""
    early: list[float] = []
    late: list[float] = []
    for seed in range(GAMES):
        game = table("world", 5, players)
        actions = script(game, actions=LATE + SPAN, seed=seed)
        for ply, action in enumerate(actions):
            start = time.perf_counter()
            game_act(game.id, action)
            took = time.perf_counter() - start
            if isinstance(action, DrawCard | TakeCard):
                _sort(ply, took, early, late)
    if not late:
        raise RuntimeError("No game was long enough.")
    return early, late


def _sort(ply: int, took: float, early: list[float], late: list[float]) -> None:
    for times, begin in ((early, EARLY), (late, LATE)):
        if begin <= ply < begin + SPAN:
            times.append(took)
