"""How soon a player hears on `/me/stream`, by way of the notifier, that it is their turn: commit to receipt.

Three people at each of fifty tables listen, while the services play there at a steady rate. Every stream
is held against the notices in the database. TABLES, RATE (actions a second) and SECONDS in the environment
say otherwise.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

from celery import current_app

from config.servers import celery_broker
from games.accounts.models import Player
from games.notices.kinds import YourTurn
from games.notices.models import Notice
from tests.bench.frame import Figure, load_of_the_machine
from tests.bench.listeners import Heard, Listeners, Wanted
from tests.bench.playing import GAMES, Commits, play, receipts
from tests.bench.tables import people, servers, table
from tests.support.web_process import notifier_process, streams_server

TABLES: Final = int(os.environ.get("TABLES", "50"))
RATE: Final = int(os.environ.get("RATE", "20"))
SECONDS: Final = int(os.environ.get("SECONDS", "30"))
SEATS: Final = 3
SETTLE_SECONDS: Final = 5


def measure() -> list[Figure]:
    with servers() as (root, found):
        current_app.conf.broker_url = celery_broker(urlsplit(found["REDIS_URL"]))
        sitting = [people(SEATS) for _ in range(TABLES)]
        games = [table(GAMES[n % len(GAMES)], SEATS, players) for n, players in enumerate(sitting)]
        everybody = [person for players in sitting for person in players]
        env = {"DATABASE_POOL_SIZE": "8", "LOG_LEVEL": "WARNING"}
        with notifier_process(root, found), streams_server(root, found, **env) as streams:
            time.sleep(SETTLE_SECONDS)  # what has happened so far is told
            listeners = Listeners(streams.port, [Wanted("/me/stream", token) for _, token in everybody])
            commits, played = play(games, rate=RATE, seconds=SECONDS)
            time.sleep(SETTLE_SECONDS)
            heard = listeners.stop()
            whole = [_is_whole(player, told) for (player, _), told in zip(everybody, heard, strict=True)]
    waits = sorted(wait for told in heard for wait in _waits(told, commits))
    return [
        Figure("streams that told exactly the notices", sum(whole), "streams", bar=f"{len(everybody)}"),
        Figure("turns told", len(waits), "notices", f"{len(commits)} actions in {played:.0f} s"),
        *receipts(waits),
        load_of_the_machine(),
    ]


def _is_whole(player: Player, heard: Heard) -> bool:
    (name, newest, _, _), *told = heard
    stored = Notice.objects.filter(player=player, number__gt=newest).order_by("number")
    numbers = list(stored.values_list("number", flat=True))
    return name == "standing" and [number for _, number, _, _ in told] == numbers


def _waits(heard: Heard, commits: Commits) -> Iterator[float]:
    """A turn begins with one of the events of an action; they are committed together, the last is known."""
    for _, _, noted, at in heard[1:]:
        kind, game, seq = noted.split(" ")
        if kind == YourTurn.kind:
            game_id, first = UUID(game), int(seq)
            yield at - min(
                when for (moved, last), when in commits.items() if moved == game_id and last >= first
            )
