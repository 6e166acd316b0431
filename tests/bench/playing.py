"""Playing at many tables at a steady rate, with the moment at which each action was committed."""

from __future__ import annotations

import statistics
import time
from typing import Final
from uuid import UUID

from games.log import wakes
from games.log.models import Game
from games.moves.act import game_act
from rules import Action
from rules.table.fold import Folded
from tests.bench.frame import Figure
from tests.bench.tables import script

GAMES: Final = ("london", "berlin", "amsterdam", "world")

Commits = dict[tuple[UUID, int], float]  # game and version -> when it was committed


def play(games: list[Game], *, rate: int, seconds: int) -> tuple[Commits, float]:
    """One action after the other, each at its time, at every table in turn; and how long that took."""
    scripts = [script(game, actions=rate * seconds // len(games), seed=n) for n, game in enumerate(games)]
    turns = [
        (game.id, action)
        for row in zip(*scripts, strict=False)
        for game, action in zip(games, row, strict=True)
    ]
    commits, tell = Commits(), wakes.wake

    def wake(game: UUID, folded: Folded) -> None:
        commits[game, folded.seq] = time.time()
        tell(game, folded)

    wakes.wake = wake
    begin = time.monotonic()
    try:
        for number, (game, action) in enumerate(turns):
            _act_at(begin + number / rate, game, action)
    finally:
        wakes.wake = tell
    return commits, time.monotonic() - begin


def _act_at(moment: float, game: UUID, action: Action) -> None:
    time.sleep(max(0.0, moment - time.monotonic()))
    game_act(game, action)


def receipts(waits: list[float]) -> list[Figure]:
    """How long it took from the commit until somebody had heard of it."""
    hundredths = statistics.quantiles(waits, n=100)
    return [
        Figure("commit to receipt, p50", hundredths[49] * 1e3, "ms"),
        Figure("commit to receipt, p99", hundredths[98] * 1e3, "ms"),
        Figure("commit to receipt, the longest", max(waits) * 1e3, "ms"),
    ]
