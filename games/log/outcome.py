"""The outcome of a change to a game."""

from __future__ import annotations

from dataclasses import dataclass

from games.log.entries import Entry
from games.log.models import Game
from rules.table.fold import Folded


@dataclass(frozen=True, slots=True)
class Outcome:
    """The new entries of the log, and the game after them."""

    game: Game
    folded: Folded
    entries: list[Entry]
    replayed: bool = False
