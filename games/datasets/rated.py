"""Writes what the games of a month did to ratings, in the order in which they ended, hidden ones too."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from games.log.models import Game
from proof.datasets.manifest import RATINGS
from proof.datasets.ratings import COLUMNS, RatedSeat
from proof.transparency.entries import blinded
from rules import ruleset
from rules.table.clock import timestamp


class RatedGames:
    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._file.write(",".join(COLUMNS) + "\n")

    def add(self, game: Game, players: Mapping[int, str]) -> None:
        """`players`: their names in this data set, by seat."""
        name = str(game.id) if game.hidden_at is None else blinded(str(game.id))
        for row in sorted(game.results.all(), key=lambda row: row.seat):
            if row.change:
                who = row.bot or players.get(row.seat, "")
                of_game = name, timestamp(row.finished_at), ruleset(game.ruleset).id
                seat = RatedSeat(*of_game, row.seat, row.kind, who, row.rank, row.change)
                self._file.write(seat.line + "\n")


@contextmanager
def rated_in(folder: Path) -> Iterator[RatedGames]:
    with gzip.open(folder / RATINGS, "wt", encoding="utf-8", newline="") as file:
        yield RatedGames(file)
