"""A data set of a month: how long it takes to write, how large it is, and how fast it is proved and tested.

GAMES in the environment is their number: ten thousand if nothing is said. They are games of London with two
bots that do anything they may, played by the rules alone and written into the database of a throwaway server,
each with its entries in the public log. The verifier runs as a reader runs it, on all cores.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from django.db import connection, transaction

from games.datasets.months import Month
from games.datasets.writer import dataset_write
from games.log import store, writes
from games.log.models import Game, Seat
from games.log.projection import project_game, project_seats
from games.log.seeds import new_seed, seed_keep_open
from games.transparency.announcements import announce, head_announce
from games.transparency.sequencer import log_extend
from rules import Event, KeyedChance, Playout, replay, ruleset
from rules.chance import commitment, game_key
from rules.table.fold import Folded, LogEvent
from rules.table.life import GameCreated, GameStarted, SeedRevealed
from rules.table.seats import BotSeated
from tests.bench.frame import Figure, load_of_the_machine
from tests.bench.tables import servers

GAMES: Final = int(os.environ.get("GAMES", "10_000"))
MONTH: Final = Month(2026, 1)
AT: Final = datetime(2026, 1, 15, 12, tzinfo=UTC)
AT_ONCE: Final = 200
LONDON: Final = ruleset("london")


def measure() -> list[Figure]:
    with servers() as (root, _):
        settings.DATASETS_DIR = str(root / "datasets")
        _fill()
        before, began = _peak(), time.monotonic()
        folder = dataset_write(MONTH)
        wrote, grown = time.monotonic() - began, _peak() - before
        size = sum(path.stat().st_size for path in folder.iterdir())
        parts = sum(path.stat().st_size for path in folder.glob("*.zst"))
        proved, tested = (_seconds(name, folder) for name in ("verify", "fairness"))
    return [
        Figure("writing", wrote, "s", f"{GAMES} games of London; memory grew by {grown} MB"),
        Figure("size", size / 1e6, "MB", f"{parts / GAMES / 1000:.1f} kB a game in the parts"),
        *_figures("proving", *proved, bar="≥ 300"),
        *_figures("testing chance", *tested),
        load_of_the_machine(),
    ]


def _figures(name: str, seconds: float, spent: float, bar: str = "") -> list[Figure]:
    """By the clock, which other work on the machine makes slower, and by the time of its processors."""
    return [
        Figure(name, GAMES / seconds, "games/s", f"all {os.cpu_count()} cores, {seconds:.0f} s"),
        Figure(f"{name}, a core", GAMES / spent, "games/s", f"{spent:.0f} s of processors", bar),
    ]


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


def _seconds(name: str, folder: Path) -> tuple[float, float]:
    """Of the clock, and of all processors together."""
    began, before = time.monotonic(), _spent()
    subprocess.run([sys.executable, "-m", f"rules.{name}", str(folder)], check=True, stdout=sys.stderr)
    return time.monotonic() - began, _spent() - before


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _fill() -> None:
    for start in range(0, GAMES, AT_ONCE):
        with transaction.atomic(), connection.cursor() as cursor:
            rows = [row for number in range(start, min(start + AT_ONCE, GAMES)) for row in _played(number)]
            with cursor.copy(f"COPY games_event ({writes.COLUMNS}) FROM STDIN") as out:
                for row in rows:
                    out.write_row(row)
        log_extend()
        print(f"{min(start + AT_ONCE, GAMES)} games", file=sys.stderr, flush=True)


def _played(number: int) -> list[tuple[Any, ...]]:
    """A finished game: it is stored, except for the rows of its log, which are returned."""
    game, seed = Game(id=uuid4()), new_seed()
    created = GameCreated("london@1", 2, {"first": "random"}, "public", {}, 0, commitment(seed))
    opening = [created, BotSeated(0, "random"), BotSeated(1, "random"), GameStarted()]
    key = game_key(seed, str(game.id), ["", ""])
    folded, entries = store.continued(game.id, Folded(), opening, at=AT, key=key)
    played = _events(KeyedChance(key), random.Random(number))
    events: list[LogEvent] = [*played, SeedRevealed(seed.hex())]
    folded, rest = store.continued(game.id, folded, events, at=AT, key=key)
    _store(game, folded, seed)
    return [writes.row_values(game.id, entry) for entry in (*entries, *rest)]


def _events(chance: KeyedChance, whim: random.Random) -> Iterator[Event]:
    dealt = LONDON.start(seats=2, chance=chance)
    yield from dealt
    playout = Playout(LONDON, replay(dealt), chance)
    while playout.state.to_act:
        action = whim.choice(playout.offered(whim.choice(playout.state.to_act)))
        yield from playout.follow(action)
    yield from LONDON.settle(playout.state)


def _store(game: Game, folded: Folded, seed: bytes) -> None:
    project_game(game, folded)
    game.save(force_insert=True)
    Seat.objects.bulk_create(project_seats(game, folded))
    seed_keep_open(game.id, seed)
    announce("game_opened", AT, game=game.id, commitment=folded.table.commitment)
    head_announce(game.id, folded, AT)
