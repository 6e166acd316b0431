"""What the proxy costs: the same requests to the web server directly and through Caddy, in turns.

Both web servers have two workers, as `make run` starts them: one listens on a port, the other on a socket
behind Caddy. There are three loads:

- one client, one request after the other: how much longer a client waits. The bar is for this one.
- eight clients at a steady rate, half of what the server can do directly: the same with company, and the CPU
  that a request takes of web server, PostgreSQL, Redis and proxy together.
- eight clients that ask as fast as they get answers. They share the cores with the servers, so the proxy
  takes its CPU from the web server: the ratio of requests per second is what it costs a full machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import psutil

from tests.bench.frame import Figure, load_of_the_machine
from tests.bench.load import Load, Script, request, run
from tests.bench.tables import body, people, script, servers, table
from tests.support.web_process import Web, proxied_server, web_server

CLIENTS: Final = 8
GAMES: Final = 2  # for each client and side
GAMES_ALONE: Final = 12  # of the one client
ACTIONS: Final = 50  # in each game
SLICES: Final = 9  # the first warms up
STEADY: Final = 0.5  # of what the server can do
TABLES: Final = (("london", 2), ("berlin", 3), ("amsterdam", 4), ("world", 4))

Kind = tuple[str, int]  # the name of a request and the status of its answer
POST: Final[Kind] = ("POST action", 201)
GET: Final[Kind] = ("GET game", 200)
Work = dict[Kind, list[Script]]  # what each client asks


@dataclass
class Run:
    """What the clients saw, and the CPU it took everything that serves them."""

    load: Load = field(default_factory=Load)
    cpu: float = 0
    requests: int = 0

    @property
    def wait(self) -> float:
        return self.load.percentile(50) * 1e3

    @property
    def cpu_each(self) -> float:
        return self.cpu / self.requests * 1e3


def measure() -> list[Figure]:
    with (
        servers() as (root, found),
        web_server(root, found) as direct,
        proxied_server(root / "proxied", found) as proxied,
    ):
        webs = (direct, proxied)
        alone = _take_turns(webs, clients=1, games=GAMES_ALONE)
        busy = _take_turns(webs, clients=CLIENTS, games=GAMES)
        pace = {kind: STEADY * runs[0].load.per_second for kind, runs in busy.items()}
        steady = _take_turns(webs, clients=CLIENTS, games=GAMES, pace=pace)
    figures = [
        figure
        for kind in (POST, GET)
        for figure in _figures(kind[0], alone[kind], steady[kind], busy[kind], pace[kind])
    ]
    return [*figures, load_of_the_machine()]


def _take_turns(
    webs: tuple[Web, Web], *, clients: int, games: int, pace: dict[Kind, float] | None = None
) -> dict[Kind, list[Run]]:
    """A slice each, the other side first the next time: a slow moment of the machine hits both alike."""
    works = [_work(clients, games) for _ in webs]
    return {
        kind: _slices(webs, [work[kind] for work in works], kind, (pace or {}).get(kind))
        for kind in (POST, GET)
    }


def _work(clients: int, games: int) -> Work:
    """As many games of every kind for each side, so that both do the same work."""
    everybody = people(5 * clients)
    work: Work = {POST: [], GET: []}
    for client in range(clients):
        players = everybody[5 * client : 5 * client + 5]
        posted, seen = [], []
        for number in range(games):
            rules, seats = TABLES[(client + number) % len(TABLES)]
            game = table(rules, seats, players)
            for action in script(game, actions=ACTIONS, seed=client * games + number):
                token = players[action.seat][1]
                posted.append(request("POST", f"/games/{game.id}/actions", body(action), token))
                seen.append(request("GET", f"/games/{game.id}", token=token))
        work[POST].append(posted)
        work[GET].append(seen)
    return work


def _slices(webs: tuple[Web, Web], jobs: list[list[Script]], kind: Kind, pace: float | None) -> list[Run]:
    runs = [Run() for _ in webs]
    for turn in range(SLICES):
        sides = list(zip(webs, jobs, runs, strict=True))
        for web, scripts, done in sides if turn % 2 else reversed(sides):
            parts = [_slice(script, turn) for script in scripts]
            before = _cpu_of_servers()
            once = run(web.port, parts, expect=kind[1], pace=pace)
            if turn:
                done.load.add(once)
                done.cpu += _cpu_of_servers() - before
                done.requests += sum(map(len, parts))
    return runs


def _slice(whole: Script, turn: int) -> Script:
    return whole[len(whole) * turn // SLICES : len(whole) * (turn + 1) // SLICES]


def _cpu_of_servers() -> float:
    """Of all processes that this one has started; the clients of a slice have ended."""
    times = [process.cpu_times() for process in psutil.Process().children(recursive=True)]
    return sum(time.user + time.system for time in times)


Sides = Sequence[Run]  # direct and proxied


def _figures(name: str, alone: Sides, steady: Sides, busy: Sides, pace: float) -> list[Figure]:
    bar = "≤ 1.05" if name == POST[0] else ""
    return [
        *_pair(f"{name}, one client, p50", [side.wait for side in alone], "ms", bar=bar),
        *_pair(f"{name}, steady, p50", [side.wait for side in steady], "ms", f"{pace:.0f} requests/s"),
        *_pair(f"{name}, steady, CPU", [side.cpu_each for side in steady], "ms", "of all servers"),
        *_pair(f"{name}, full", [side.load.per_second for side in busy], "requests/s"),
    ]


def _pair(name: str, values: list[float], unit: str, note: str = "", *, bar: str = "") -> list[Figure]:
    direct, proxied = values
    return [
        Figure(f"{name}, direct", direct, unit, note),
        Figure(f"{name}, proxied", proxied, unit, note),
        Figure(f"{name}, ratio", proxied / direct, "×", "proxied to direct", bar=bar),
    ]
