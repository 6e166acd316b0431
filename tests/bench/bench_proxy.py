"""What the proxy costs: the same load on the web server directly and through Caddy, in turns.

Both web servers have two workers, as `make run` starts them: one listens on a port, the other on a socket
behind Caddy. Clients and servers share the machine, so the proxy takes its CPU from the web server: the ratio
of requests a second is what it costs a busy machine, that of the medians how much longer a client waits. On
a machine that does other things, too, only the ratio of the CPU is steady.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.bench.frame import Figure, load_of_the_machine
from tests.bench.load import Load, Script, request, run
from tests.bench.tables import body, people, script, servers, table
from tests.support.web_process import Web, proxied_server, web_server

CLIENTS = 8
GAMES = 8  # for each client and side
ACTIONS = 50  # in each game
SLICES = 9  # the first warms up
TABLES = (("london", 2), ("berlin", 3), ("amsterdam", 4), ("world", 4))


@dataclass
class Run:
    """What the clients saw, and the CPU it took the servers."""

    load: Load = field(default_factory=Load)
    cpu: float = 0
    requests: int = 0

    @property
    def per_request(self) -> float:
        return self.cpu / self.requests


Side = tuple[list[Script], list[Script]]  # what each client posts, and what it looks at


def measure() -> list[Figure]:
    with servers() as (root, found):
        sides = [_side(seed) for seed in (0, 1)]
        with web_server(root, found) as direct, proxied_server(root / "proxied", found) as proxied:
            webs = (direct, proxied)
            posts = _take_turns(webs, [acts for acts, _ in sides], expect=201)
            gets = _take_turns(webs, [looks for _, looks in sides], expect=200)
    return [
        *_figures("POST action", posts, bar="≥ 0.95"),
        *_figures("GET game", gets),
        load_of_the_machine(),
    ]


def _side(side: int) -> Side:
    """As many games of every kind for each side, so that both do the same work."""
    everybody = people(5 * CLIENTS)
    acts: list[Script] = []
    looks: list[Script] = []
    for client in range(CLIENTS):
        players = everybody[5 * client : 5 * client + 5]
        posted, seen = [], []
        for number in range(GAMES):
            rules, seats = TABLES[(client + number) % len(TABLES)]
            game = table(rules, seats, players)
            for action in script(game, actions=ACTIONS, seed=client * GAMES + number):
                token = players[action.seat][1]
                posted.append(request("POST", f"/games/{game.id}/actions", body(action), token))
                seen.append(request("GET", f"/games/{game.id}", token=token))
        acts.append(posted)
        looks.append(seen)
    return acts, looks


def _take_turns(webs: tuple[Web, Web], jobs: list[list[Script]], *, expect: int) -> list[Run]:
    """A slice each, the other side first the next time: a slow moment of the machine hits both alike."""
    runs = [Run() for _ in webs]
    for turn in range(SLICES):
        sides = list(zip(webs, jobs, runs, strict=True))
        for web, scripts, done in sides if turn % 2 else reversed(sides):
            parts = [_slice(script, turn) for script in scripts]
            before = web.cpu_seconds()
            once = run(web.port, parts, expect=expect)
            if turn:
                done.load.add(once)
                done.cpu += web.cpu_seconds() - before
                done.requests += sum(map(len, parts))
    return runs


def _slice(whole: Script, turn: int) -> Script:
    return whole[len(whole) * turn // SLICES : len(whole) * (turn + 1) // SLICES]


def _figures(name: str, runs: list[Run], bar: str = "") -> list[Figure]:
    direct, proxied = runs
    waits = [done.load.percentile(50) * 1e3 for done in runs]
    rate = proxied.load.per_second / direct.load.per_second
    return [
        Figure(f"{name}, direct", direct.load.per_second, "requests/s"),
        Figure(f"{name}, proxied", proxied.load.per_second, "requests/s"),
        Figure(f"{name}, direct, p50", waits[0], "ms"),
        Figure(f"{name}, proxied, p50", waits[1], "ms"),
        Figure(f"{name}, rate", rate, "×", "proxied to direct", bar=bar),
        Figure(f"{name}, p50", waits[1] / waits[0], "×", "proxied to direct"),
        Figure(f"{name}, direct, CPU", direct.per_request * 1e3, "ms", "of the web server for a request"),
        Figure(f"{name}, proxied, CPU", proxied.per_request * 1e3, "ms", "of web server and proxy"),
        Figure(f"{name}, CPU", proxied.per_request / direct.per_request, "×", "proxied to direct"),
    ]
