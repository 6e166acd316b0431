"""A thousand open streams on a hundred tables in play, three people and seven spectators at each.

The tables are played by the services at a steady rate. Every stream is held against the event table: every
event behind its view, in order, none twice. The time to receipt begins when the commit has returned.
STREAMS, TABLES, RATE (actions a second) and SECONDS in the environment say otherwise.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

import psutil
from celery import current_app

from config.servers import celery_broker
from games.log.models import Event, Game
from tests.bench.frame import Figure, load_of_the_machine
from tests.bench.listeners import Heard, Listeners, Wanted
from tests.bench.playing import GAMES, Commits, play, receipts
from tests.bench.tables import Person, people, servers, table
from tests.support.web_process import Web, proxied_streams, streams_server

STREAMS: Final = int(os.environ.get("STREAMS", "1000"))
TABLES: Final = int(os.environ.get("TABLES", "100"))
RATE: Final = int(os.environ.get("RATE", "50"))
SECONDS: Final = int(os.environ.get("SECONDS", "30"))
SEATS: Final = 3
SETTLE_SECONDS: Final = 5


def measure() -> list[Figure]:
    with servers() as (root, found):
        current_app.conf.broker_url = celery_broker(urlsplit(found["REDIS_URL"]))
        tables = _tables()
        wanted = [_wanted(*tables[number % TABLES], number // TABLES) for number in range(STREAMS)]
        env = {"STREAMS_PER_ADDRESS": "100000", "DATABASE_POOL_SIZE": "8", "LOG_LEVEL": "WARNING"}
        with streams_server(root, found, **env) as streams:
            process = psutil.Process(streams.child.pid)
            Listeners(streams.port, wanted[: TABLES // 2]).stop()  # warms up
            before = process.memory_info().rss
            listeners, opening, cpu = _open(streams, wanted)
            after = process.memory_info().rss
            busy = process.cpu_times()
            commits, played = play([game for game, _ in tables], rate=RATE, seconds=SECONDS)
            time.sleep(SETTLE_SECONDS)
            spent = process.cpu_times()
            heard = listeners.stop()
            behind, cpu_behind = _open_behind_proxy(root, found, wanted, env)
            whole = [_is_whole(UUID(one.path[7:43]), told) for one, told in zip(wanted, heard, strict=True)]
    waits = sorted(_waits(wanted, heard, commits))
    return [
        Figure("streams that told exactly the log", sum(whole), "streams", bar=f"{STREAMS}"),
        Figure("events told", len(waits), "events", f"{len(commits)} actions in {played:.0f} s"),
        *receipts(waits),
        Figure("memory of a stream", (after - before) / STREAMS / 1024, "KiB", "resident, of the process"),
        Figure("memory of the process", after / 2**20, "MiB", f"{before / 2**20:.0f} MiB before"),
        Figure("opening all of them", opening, "s", f"{STREAMS / opening:.0f} a second", bar="< 3"),
        Figure("opening them behind the proxy", behind, "s", f"{STREAMS / behind:.0f} a second", bar="< 3"),
        Figure("processor time of opening one", cpu / STREAMS * 1000, "ms", "of the process"),
        Figure("the same behind the proxy", cpu_behind / STREAMS * 1000, "ms", "of both"),
        Figure("processor time", (spent.user + spent.system - busy.user - busy.system) / played * 100, "%"),
        load_of_the_machine(),
    ]


def _open(streams: Web, wanted: list[Wanted]) -> tuple[Listeners, float, float]:
    """How long it takes until each has its first message, and the processor time of the servers."""
    began, spent = time.monotonic(), streams.cpu_seconds()
    listeners = Listeners(streams.port, wanted)
    return listeners, time.monotonic() - began, streams.cpu_seconds() - spent


def _open_behind_proxy(
    root: Path, found: dict[str, str], wanted: list[Wanted], env: dict[str, str]
) -> tuple[float, float]:
    with proxied_streams(root / "proxied", found, **env) as streams:
        Listeners(streams.port, wanted[: TABLES // 2]).stop()
        listeners, opening, cpu = _open(streams, wanted)
        listeners.stop()
    return opening, cpu


def _tables() -> list[tuple[Game, list[Person]]]:
    made = [people(SEATS) for _ in range(TABLES)]
    return [(table(GAMES[n % len(GAMES)], SEATS, players), players) for n, players in enumerate(made)]


def _wanted(game: Game, players: list[Person], number: int) -> Wanted:
    """The first listeners of a table sit at it, the others have come to watch."""
    return Wanted(f"/games/{game.id}/stream", players[number][1] if number < SEATS else "")


def _is_whole(game: UUID, heard: Heard) -> bool:
    (name, version, _, _), *told = heard
    stored = Event.objects.filter(game=game, seq__gt=version).order_by("seq").values_list("seq", "hash")
    return name == "view" and [(seq, head) for _, seq, head, _ in told] == list(stored)


def _waits(wanted: list[Wanted], heard: list[Heard], commits: Commits) -> list[float]:
    """Of every event of every action; all events of an action are committed together."""
    found = []
    for one, told in zip(wanted, heard, strict=True):
        game, ahead = UUID(one.path[7:43]), []
        for _, seq, _, at in told[1:]:
            ahead.append(at)
            if (game, seq) in commits:
                found += [at - commits[game, seq] for at in ahead]
                ahead = []
    return found
