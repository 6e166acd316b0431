"""What every request and every background query costs in a full database and in an almost empty one.

Both are filled alike, with copies of games that were really played (`tests.support.filler`), and asked in
turns through the whole program, without a web server around it. What counts is the time on the processor: of
this thread, and of the process of PostgreSQL that serves it. EVENTS in the environment is the size of the
full one: ten million if nothing is said, which takes some minutes and some gigabytes.

Of searches over finished games it also says how long they take in the full one, by the clock.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import psycopg
from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper

from games.audits.nightly import game_verify
from games.log.models import Event, Game
from games.moves.act import game_act
from games.moves.settlement import game_settle
from games.search.models import History
from tests.bench.frame import Figure, load_of_the_machine
from tests.bench.playing import GAMES
from tests.bench.tables import Person, people, script, servers, table
from tests.support.filler import cut, fill, run
from tests.support.questions import Asked, questions
from tests.support.questions.searches import varied_searches

EVENTS: Final = int(os.environ.get("EVENTS", "10_000_000"))
ROUNDS: Final = int(os.environ.get("ROUNDS", "21"))
SMALL: Final = 400  # games
GAMES_PER_PLAYER: Final = 5
DEALT: Final = 20  # of each template's table: games that have only begun
SAMPLE: Final = 20  # copies whose log is audited
MOST: Final = 1.3
WARM, SEARCHES = 5, 100  # of each kind


@dataclass
class Side:
    """One of the two databases, and what is asked for in it."""

    name: str
    connection: Kept
    backend: int
    asked: Asked

    @contextmanager
    def used(self) -> Iterator[None]:
        before, connections["default"] = connections["default"], self.connection
        try:
            yield
        finally:
            connections["default"] = before

    def spent(self, name: str) -> tuple[float, float]:
        """The milliseconds of the program and of the database."""
        with self.used():
            here, there = time.thread_time_ns(), on_processor(self.backend)
            self.asked[name]()
            return (time.thread_time_ns() - here) / 1e6, (on_processor(self.backend) - there) / 1e6


class Kept(DatabaseWrapper):
    """A connection that stays the same: long reads give theirs back, and its process would be gone."""

    def close(self) -> None:
        pass

    def really_close(self) -> None:
        super().close()


def on_processor(pid: int) -> int:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])


def measure() -> list[Figure]:
    with servers():
        players = people(4)
        templates = _templates(players)
        per_game = sum(game.version for game in templates) / len(templates)
        small, full = (
            _side(name, templates, players, games)
            for name, games in (("small", SMALL), ("full", round(EVENTS / per_game)))
        )
        for side in (small, full):
            _move_lately(side)
        figures = [_compare(name, small, full) for name in small.asked]
        figures += _search_times(full)
    return [*figures, load_of_the_machine()]


def _templates(players: list[Person]) -> list[Game]:
    """Of each game tables of two and of four, thrice finished, twice not, often just dealt; and an open one.

    Those just dealt make the live games as many as a large server has: some 108,000 at ten million events.
    """
    found: list[Game] = []
    dealt: list[Game] = []
    for seed, (rules, seats) in enumerate((rules, seats) for rules in GAMES for seats in (2, 4)):
        game = table(rules, seats, players)
        dealt += [cut(game, game.version)] * DEALT
        ends = [game_act(game.id, action).folded.seq for action in script(game, actions=10_000, seed=seed)]
        game_settle(game.id)
        game.refresh_from_db()
        game_verify(game.id)
        found += [game, game, game, cut(game, ends[len(ends) // 2]), cut(game, ends[len(ends) * 4 // 5])]
    return [*found, *dealt, cut(found[0], 1)]


def _side(name: str, templates: list[Game], players: list[Person], games: int) -> Side:
    """A database of its own, filled, and with everything that autovacuum would have done by now."""
    begun, origin = time.monotonic(), connections["default"]
    side = Side(name, _cloned(name), 0, {})
    with side.used():
        run("SET session_replication_role = replica")
        fill(templates, games=games, players=games // GAMES_PER_PLAYER)
        run("VACUUM ANALYZE")
        run(f'ALTER DATABASE "{name}" SET max_parallel_workers_per_gather = 0')  # all its work in one process
        side.connection.really_close()
        copies = Game.objects.filter(origin__isnull=False).order_by("?").values_list("id", flat=True)
        assert all(game_verify(game).sound for game in copies[:SAMPLE]), "a copy does not hold"
        side.asked = questions(players, rounds=ROUNDS)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid(), pg_database_size(current_database()) >> 20")
            side.backend, size = cursor.fetchone()
        took, events = time.monotonic() - begun, Event.objects.count()
        live = Game.objects.filter(status__in=(Game.Status.OPEN, Game.Status.PLAYING)).count()
        _say(f"{name}: {games} games, {live} of them live, {events} events, {size} MB, {took:.0f} s")
    connections["default"] = origin
    return side


def _move_lately(side: Side) -> None:
    """The games in the small one grow old while the full one is filled. So as many move in both, just now.

    The notifier has heard of all moves, as usual.
    """
    with side.used():
        run("UPDATE games_game SET moved_at = now() WHERE origin IS NULL")
        run("UPDATE games_notifiercursor SET seq = version FROM games_game WHERE id = game_id")
        run("VACUUM ANALYZE games_game, games_notifiercursor")


def _cloned(name: str) -> Kept:
    """A connection to a copy of the database of the templates."""
    connection.close()
    given = connection.get_connection_params()
    where = {key: given[key] for key in ("user", "host", "port", "password") if given.get(key)}
    with psycopg.connect(dbname="postgres", autocommit=True, **where) as server:
        server.execute(f"""CREATE DATABASE "{name}" TEMPLATE "{given["dbname"]}" """)
    return Kept({**connection.settings_dict, "NAME": name}, "default")


def _compare(name: str, small: Side, full: Side) -> Figure:
    """The sides take turns, so that a slow moment hits both alike; the first rounds warm up."""
    spent: dict[str, list[tuple[float, float]]] = {"small": [], "full": []}
    for _ in range(ROUNDS):
        for side in (small, full):
            spent[side.name].append(side.spent(name))
    (here, there), (here_full, there_full) = (
        tuple(statistics.median(column) for column in zip(*rows[3:], strict=True)) for rows in spent.values()
    )
    note = f"program {here:.2f} → {here_full:.2f}, database {there:.2f} → {there_full:.2f} ms"
    ratio = (here_full + there_full) / (here + there)
    mark = " – TOO MUCH" if ratio > MOST else ""
    _say(f"{ratio:5.2f}  {name}: {note}{mark}")
    return Figure(name, ratio, "×", note + mark, bar=f"≤ {MOST}")


def _search_times(full: Side) -> list[Figure]:
    """How long somebody waits for a page of a search, each time for other values."""
    chance, figures = Random(1), []
    with full.used():
        finished = History.objects.count()
        for name, search in varied_searches().items():
            times = [_milliseconds(partial(search, chance)) for _ in range(WARM + SEARCHES)]
            taken = sorted(times[WARM:])
            half, most = statistics.median(taken), taken[len(taken) * 95 // 100]
            note = f"p50 {half:.1f} ms, of {len(taken)}; {finished} finished games"
            _say(f"{most:5.1f}  ms, p95 of searches by {name}: {note}")
            figures.append(Figure(f"search by {name}, p95", most, "ms", note))
    return figures


def _milliseconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
