"""How fast a log is proved, and how fast an export is made, on games in a database of their own.

Verification is all of `rules.proof.audit`, on finished games of London with two players who do anything
they may; reading them from the database is left out, and the time is the processor's own. The
export is a finished game of World with two players, from the first query to the last line. Bars: 100 games a
second per core, 50 ms.
"""

import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import django
from django.core.management import call_command
from django.db import connections

from config.embedded.throwaway import throwaway_servers
from config.servers import django_database
from tests.bench.frame import Figure

GAMES = 12
ROUNDS = 15


def measure() -> list[Figure]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    with TemporaryDirectory() as root, throwaway_servers(Path(root)) as servers:
        _connect(servers["DATABASE_URL"])
        try:
            return _figures()
        finally:
            connections.close_all()


def _connect(url: str) -> None:
    connections["default"].settings_dict.update(django_database(urlsplit(url), pool_size=0))
    call_command("migrate", verbosity=0)


def _figures() -> list[Figure]:
    from games.log.viewer import SPECTATOR  # noqa: PLC0415 – models need the set-up first
    from games.play.visible_log import export_lines, log_entries  # noqa: PLC0415
    from rules.proof.audit import audit, is_sound  # noqa: PLC0415
    from tests.support.tables import folded_now, played_out  # noqa: PLC0415

    logs = []
    for number in range(GAMES):
        game = played_out("london", 2, seed=number)
        logs.append(list(log_entries(game, folded_now(game.id), SPECTATOR)))
    if not all(is_sound(audit(log)) for log in logs):
        raise RuntimeError("A sound game does not hold.")
    world = played_out("world", 2)
    prove = _median(lambda: [audit(log) for log in logs], time.process_time) / GAMES
    export = _median(lambda: b"".join(export_lines(world)))
    entries = statistics.mean(map(len, logs))
    return [
        Figure(
            "verification", 1 / prove, "games/s", f"one core; London, {entries:.0f} events a game; bar 100"
        ),
        Figure("export", export * 1000, "ms", f"World, {world.version} events; bar 50"),
    ]


def _median(call: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    call()
    times = []
    for _ in range(ROUNDS):
        start = clock()
        call()
        times.append(clock() - start)
    return statistics.median(times)
