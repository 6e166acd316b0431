"""What a move and a look at a game cost on a Citus cluster, beside one PostgreSQL on the same machine.

Both are asked in turns through the whole program, without a web server around it. CPU is the time on the
processor: of this thread, and of all processes of the database. CITUS_DATABASE_URL names the cluster; without
it there is nothing to compare.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import psutil
import psycopg
from django.db import connections

from config.servers import django_database
from rules import plain_action
from tests.bench.bench_growth import Kept, on_processor
from tests.bench.frame import Figure, load_of_the_machine
from tests.bench.tables import people, script, servers, table
from tests.support import citus
from tests.support.questions.client import API, Asker

GAMES: Final = 6
WARM_UP: Final = 20  # of each kind of request
REQUESTS: Final = 200


@dataclass
class Side:
    """One of the two databases."""

    connection: Kept
    servers: list[psutil.Process]
    asked: dict[str, Iterator[Callable[[], Any]]] = field(default_factory=dict)
    spent: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    @contextmanager
    def used(self) -> Iterator[None]:
        before, connections["default"] = connections["default"], self.connection
        try:
            yield
        finally:
            connections["default"] = before

    def ask(self, name: str) -> None:
        """Notes the milliseconds that passed and those on a processor."""
        request = next(self.asked[name])
        with self.used():
            backends = {server.pid for parent in self.servers for server in (parent, *parent.children())}
            there, here, begun = _sum(backends), time.thread_time_ns(), time.perf_counter_ns()
            request()
            passed, here = time.perf_counter_ns() - begun, time.thread_time_ns() - here
            cpu = here + _sum(backends) - there
        self.spent.setdefault(name, []).append((passed / 1e6, cpu / 1e6))


def _sum(pids: set[int]) -> int:
    return sum(on_processor(pid) for pid in pids if Path(f"/proc/{pid}").exists())


def measure() -> list[Figure]:
    if not citus.is_given():
        return []
    with servers() as (_, found), citus.own_database() as cluster:
        plain, spread = _side(found["DATABASE_URL"]), _side(cluster["DATABASE_URL"])
        for side in (plain, spread):
            with side.used():
                side.asked = _requests()
        for name in plain.asked:
            for number in range(WARM_UP + REQUESTS):
                for side in (plain, spread) if number % 2 else (spread, plain):
                    side.ask(name)
        figures = [figure for name in plain.asked for figure in _figures(name, plain, spread)]
        for side in (plain, spread):
            side.connection.really_close()
    return [*figures, load_of_the_machine()]


def _side(url: str) -> Side:
    found = django_database(urlsplit(url), pool_size=0)
    settings = {**connections["default"].settings_dict, **found}
    return Side(Kept(settings, "default"), list(_postmasters(url)))


def _postmasters(url: str) -> Iterator[psutil.Process]:
    """Of the server, or of all servers of the cluster."""
    given = citus.coordinator() if urlsplit(url).hostname else url
    nodes = (
        [given, *(citus.at(given, *node) for node in citus.worker_nodes(given))] if given != url else [url]
    )
    for node in nodes:
        with psycopg.connect(node) as connection:
            ((folder,),) = connection.execute("SHOW data_directory").fetchall()
        yield psutil.Process(int(Path(folder, "postmaster.pid").read_text().split()[0]))


def _requests() -> dict[str, Iterator[Callable[[], Any]]]:
    players = people(2)
    callers = [Asker(token) for _, token in players]
    games = [table("london", 2, players) for _ in range(GAMES)]
    path = f"{API}/games/{games[0].id}"

    def moves() -> Iterator[Callable[[], Any]]:
        for game in games:
            for action in script(game, actions=1000, seed=1):
                body = {name: value for name, value in plain_action(action).items() if name != "seat"}
                here = f"{API}/games/{game.id}/actions"
                yield callers[action.seat].posting(here, body)

    def looks(part: str) -> Iterator[Callable[[], Any]]:
        while True:
            yield callers[0].getting(path + part)

    def seats() -> Iterator[Callable[[], Any]]:
        while True:
            yield callers[0].posting(f"{API}/games", {"ruleset": "london", "seats": 2})

    return {
        "POST action": moves(),
        "GET game": looks(""),
        "GET events": looks("/events"),
        "POST /games": seats(),
    }


def _figures(name: str, plain: Side, spread: Side) -> Iterator[Figure]:
    """The medians, and the ratio of the two databases."""
    for place, what in enumerate(("p50", "CPU")):
        here, there = (
            statistics.median(row[place] for row in side.spent[name][WARM_UP:]) for side in (plain, spread)
        )
        yield Figure(
            f"{name}, {what}", there / here, "×", f"{here:.2f} ms on one PostgreSQL, {there:.2f} on Citus"
        )
