"""One side of a comparison of two checkouts: serves a checkout and tells what to ask of it.

`bench_against` starts it with the Python and in the folder of either checkout, so it imports only what both
have. It writes what the clients will send into a file, prints where the servers listen, and ends with its
input.
"""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

CLIENTS = 8
GAMES = 10  # for each client
ACTIONS = 50  # in each game
TABLES = (("london", 2), ("berlin", 3), ("amsterdam", 4), ("world", 4))
KINDS = ("POST action", "POST action with a key", "GET game", "GET games", "GET my games", "GET events")

Work = dict[str, list[list[bytes]]]  # for each kind of request what each client sends


def main(scripts: Path, *, wants_proxy: bool) -> None:
    from tests.bench.tables import servers  # noqa: PLC0415 – of the checkout that is served

    with servers() as (root, found), ExitStack() as stack:
        webs = {"direct": stack.enter_context(_server("web_server")(root, found))}
        if wants_proxy:
            webs["proxied"] = stack.enter_context(_server("proxied_server")(root / "proxied", found))
        scripts.write_bytes(pickle.dumps({name: _work() for name in webs}))
        print(json.dumps({name: web.port for name, web in webs.items()}), flush=True)
        sys.stdin.read()


def _server(name: str):
    try:
        module = import_module("tests.support.web_process")
    except ImportError:  # an older checkout
        module = import_module("tests.web")
    return getattr(module, name)


def _work() -> Work:
    """As many games of every kind for each client; none of them is asked for by another."""
    from tests.bench.tables import people  # noqa: PLC0415

    everybody = people(5 * CLIENTS)
    work: Work = {kind: [[] for _ in range(CLIENTS)] for kind in KINDS}
    for client in range(CLIENTS):
        for number in range(GAMES):
            players = everybody[5 * client : 5 * client + 5]
            for asked in _game(
                players, *TABLES[(client + number) % len(TABLES)], seed=client * GAMES + number
            ):
                for kind, message in asked.items():
                    work[kind][client].append(message)
    return work


def _game(players: list, rules: str, seats: int, seed: int) -> Iterator[dict[str, bytes]]:
    from tests.bench.load import request  # noqa: PLC0415
    from tests.bench.tables import body, script, table  # noqa: PLC0415

    game, twin = table(rules, seats, players), table(rules, seats, players)
    scripts = (script(one, actions=ACTIONS, seed=seed) for one in (game, twin))
    for number, (action, other) in enumerate(zip(*scripts, strict=False)):
        token, here = players[action.seat][1], f"/games/{game.id}"
        twins = request("POST", f"/games/{twin.id}/actions", body(other), players[other.seat][1])
        yield {
            "POST action": request("POST", f"{here}/actions", body(action), token),
            "POST action with a key": _keyed(twins, f"{game.id}-{number}"),
            "GET game": request("GET", here, token=token),
            "GET games": request("GET", "/games", token=token),
            "GET my games": request("GET", "/me/games", token=token),
            "GET events": request("GET", f"{here}/events", token=token),
        }


def _keyed(message: bytes, key: str) -> bytes:
    """As the published clients send it."""
    return message.replace(b"\r\n", f"\r\nIdempotency-Key: {key}\r\n".encode(), 1)


if __name__ == "__main__":
    sys.path[0] = str(Path.cwd())  # the checkout's packages, not those beside this file
    main(Path(sys.argv[1]), wants_proxy="proxied" in sys.argv[2:])
