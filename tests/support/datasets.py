"""A month of games and its data set."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from games.datasets.months import Month
from games.datasets.writer import dataset_write
from games.log.models import Game
from games.projector import game_project
from games.transparency.sequencer import log_extend
from tests.support.clock import moved_clock
from tests.support.tables import played_out

MONTH = Month(2026, 1)
WITHIN = datetime(2026, 1, 31, 23, 59, 59, tzinfo=UTC)


def ended(game: Game, at: datetime = WITHIN, **changes: object) -> Game:
    """The game, as if it had ended then; its end is announced."""
    Game.objects.filter(pk=game.pk).update(finished_at=at, **changes)
    game_project(game.id)
    game.refresh_from_db()
    return game


def played(seed: int, **changes: object) -> Game:
    """A game of London that was played in the month."""
    with moved_clock() as clock:
        clock.stop()
        clock.put(WITHIN)
        game = played_out(seed=seed)
    return ended(game, WITHIN, **changes)


def dataset_of(count: int, *, names: bool = False) -> tuple[Path, list[Game]]:
    """The data set of so many games of London."""
    games = [played(seed) for seed in range(count)]
    log_extend()
    return dataset_write(MONTH, names=names), games
