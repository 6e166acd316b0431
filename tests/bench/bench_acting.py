"""Actions and looks through the running server, as a ratio to an endpoint that does no more than the SQL.

granian with two workers, as `make run` starts it; PostgreSQL keeps what it commits; eight clients with a
connection of their own, each in games of its own, with tokens, rules, hashes, seals and views.
"""

from __future__ import annotations

from tests.bench.frame import Figure
from tests.bench.load import Load, request, run
from tests.bench.tables import body, people, script, servers, table
from tests.support.web_process import web_server

CLIENTS = 8
GAMES = 6  # for each client, in turns
ACTIONS = 50  # in each game
SLICES = 5
TABLES = (("london", 2), ("berlin", 3), ("amsterdam", 4), ("world", 4))


def measure() -> list[Figure]:
    with servers() as (root, found):
        posts, gets, bares = _scripts()
        more = {"DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
        with web_server(root, found, processes=2, **more) as web:
            bare, acting, looking = _take_turns(web.port, (bares, 201), (posts, 201), (gets, 200))
    return [
        *_figures("bare SQL", bare),
        *_figures("POST action", acting),
        *_figures("GET game", looking),
        Figure("POST to bare", acting.per_second / bare.per_second, "×", bar="≥ 0.5"),
        Figure("GET to POST", looking.per_second / acting.per_second, "×", bar="≥ 1"),
    ]


def _take_turns(port: int, *jobs: tuple[list[list[bytes]], int]) -> list[Load]:
    """Each job a slice at a time, so that a slow moment of the machine hits all alike; the first warms up."""
    loads = [Load() for _ in jobs]
    for turn in range(SLICES):
        for load, (scripts, status) in zip(loads, jobs, strict=True):
            parts = [
                script[len(script) * turn // SLICES : len(script) * (turn + 1) // SLICES]
                for script in scripts
            ]
            once = run(port, parts, expect=status)
            if turn:
                load.add(once)
    return loads


def _figures(name: str, load: Load) -> list[Figure]:
    return [
        Figure(name, load.per_second, "requests/s"),
        Figure(f"{name}, p50", load.percentile(50) * 1e3, "ms"),
        Figure(f"{name}, p99", load.percentile(99) * 1e3, "ms"),
    ]


def _scripts() -> tuple[list[list[bytes]], list[list[bytes]], list[list[bytes]]]:
    """For each client what it posts, what it looks at, and the same number of bare writes."""
    everybody = people(5 * CLIENTS)
    posts, gets, bares = [], [], []
    for client in range(CLIENTS):
        players = everybody[5 * client : 5 * client + 5]
        acts, looks = [], []
        for number in range(GAMES):
            rules, seats = TABLES[(client + number) % len(TABLES)]
            game = table(rules, seats, players)
            for action in script(game, actions=ACTIONS, seed=client * GAMES + number):
                token = players[action.seat][1]
                acts.append(request("POST", f"/games/{game.id}/actions", body(action), token))
                looks.append(request("GET", f"/games/{game.id}", token=token))
        posts.append(acts)
        gets.append(looks)
        bares.append([request("POST", f"/bare/{table('london', 2, players).id}")] * len(acts))
    return posts, gets, bares
