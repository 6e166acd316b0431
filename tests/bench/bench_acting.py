"""Actions and looks through the running server, as a ratio to an endpoint that does no more than the SQL.

granian with two workers, as `make run` starts it; PostgreSQL keeps what it commits; eight clients with a
connection of their own, each in games of its own, with tokens, rules, hashes, seals and views.
"""

from __future__ import annotations

from tests.bench.frame import Figure
from tests.bench.load import Load, request, run
from tests.bench.tables import body, people, script, servers, table
from tests.web import web_server

CLIENTS = 8
GAMES = 6  # for each client, in turns
ACTIONS = 50  # in each game
BARE = 300
TABLES = (("london", 2), ("berlin", 3), ("amsterdam", 4), ("world", 4))


def measure() -> list[Figure]:
    with servers() as (root, found):
        posts, gets, bares = _scripts()
        more = {"DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
        with web_server(root, found, processes=2, **more) as web:
            run(web.port, [part[:40] for part in bares], expect=201)  # warms up
            bare = run(web.port, [part[40:] for part in bares], expect=201)
            acting = run(web.port, posts, expect=201)
            looking = run(web.port, gets, expect=200)
            bare_again = run(web.port, [part[40:] for part in bares], expect=201)
    least = (bare.per_second + bare_again.per_second) / 2
    return [
        *_figures("bare SQL", bare),
        *_figures("POST action", acting),
        *_figures("GET game", looking),
        Figure("POST to bare", acting.per_second / least, "×", "at least 0.5"),
        Figure("GET to POST", looking.per_second / acting.per_second, "×", "at least 1"),
    ]


def _figures(name: str, load: Load) -> list[Figure]:
    return [
        Figure(name, load.per_second, "requests/s"),
        Figure(f"{name}, p50", load.p50, "ms"),
        Figure(f"{name}, p99", load.p99, "ms"),
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
        bares.append([request("POST", f"/bare/{table('london', 2, players).id}")] * (BARE + 40))
    return posts, gets, bares
