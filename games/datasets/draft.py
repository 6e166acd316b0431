"""What a data set consists of, written into a folder game by game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from games.accounts.models import Player
from games.datasets.flat_tables import Tables, tables_in
from games.datasets.inclusion import Inclusion, NotWritten
from games.datasets.months import Month, games_of, left_out
from games.datasets.parts import Parts, extra, left_out_write, parts_in
from games.datasets.pseudonyms import Pseudonyms
from games.datasets.rated import rated_in
from games.datasets.rows import rows_of
from games.log.models import Game
from games.reading.visible_log import export_of
from games.transparency.keys import log_key
from proof.datasets.manifest import FORMAT, FORMAT_VERSION, INDEX, LEFT_OUT, MANIFEST, RATINGS
from rules.table.clock import timestamp

LICENCE: Final = "CC0-1.0"
Proof = dict[str, Any]  # that the game is in the public log


@dataclass(frozen=True, slots=True)
class Draft:
    folder: Path
    month: Month
    names: bool  # of accounts, instead of pseudonyms

    def write(self, go_on: Callable[[], bool]) -> None:
        """`go_on` is asked now and then. Raises NotWritten."""
        inclusion, pseudonyms = Inclusion.now(), Pseudonyms()
        with parts_in(self.folder) as parts, tables_in(self.folder) as tables, rated_in(self.folder) as rated:
            for games in games_of(self.month):
                name = _names(games).__getitem__ if self.names else pseudonyms.of
                shown = [game for game in games if game.hidden_at is None]
                proofs = inclusion.of(shown)
                for game in games:
                    players = _players(game, name)
                    rated.add(game, players)
                    if game.id not in proofs:
                        continue
                    with _sound(game):
                        _add(game, players, proofs[game.id], parts, tables)
                if not go_on():
                    raise NotWritten("another process has taken over")
        if not parts.done:
            raise NotWritten("no public game was finished in it")
        others = left_out_write(self.folder, left_out(self.month))
        files = [*(self.folder / name for name in (INDEX, LEFT_OUT, RATINGS)), *tables.to_parquet()]
        told = {
            **self._described(),
            "vkey": str(log_key()),
            "checkpoint": inclusion.checkpoint.note,
            "counts": {**tables.counts, "events": parts.events, "left_out": others},
            "parts": [asdict(part) for part in parts.done],
            "files": [asdict(extra(path)) for path in files],
        }
        text = json.dumps(told, indent=1, ensure_ascii=False) + "\n"
        (self.folder / MANIFEST).write_text(text, encoding="utf-8")

    def _described(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "name": str(self.month),
            "from": timestamp(self.month.start),
            "until": timestamp(self.month.end),
            "made_at": timestamp(timezone.now()),
            "licence": LICENCE,
            "names": "accounts" if self.names else "pseudonyms",
        }


@contextmanager
def _sound(game: Game) -> Iterator[None]:
    """A game is not left out because it is damaged: somebody has to look at it first."""
    try:
        yield
    except (KeyError, TypeError, ValueError, IndexError, RuntimeError) as error:
        why = f"the log of game {game.id} cannot be read; audit it with `manage.py verify {game.id}`"
        raise NotWritten(why) from error


def _names(games: list[Game]) -> dict[UUID, str]:
    wanted = {seat.player_id for game in games for seat in game.seats.all() if seat.player_id}
    return dict(Player.objects.filter(id__in=wanted).values_list("id", "name"))


def _players(game: Game, name: Callable[[UUID], str]) -> dict[int, str]:
    return {seat.number: name(seat.player_id) for seat in game.seats.all() if seat.player_id}


def _add(game: Game, players: dict[int, str], proof: Proof, parts: Parts, tables: Tables) -> None:
    header, entries = export_of(game)
    named = {str(seat): player for seat, player in sorted(players.items())}
    parts.add({**header, "players": named, "inclusion": proof}, entries)
    ranks = {result.seat: result.rank for result in game.results.all()}
    tables.add(rows_of(entries, players, ranks))
