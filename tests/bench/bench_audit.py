"""How fast a log is proved, and how fast an export is made, on games in a database of their own.

Verification is all of `proof.audit`, on finished games of London with two players who do anything
they may; reading them from the database is left out, and the time is the processor's own, the best of each
game, since other work on the machine only makes it slower. The export is a finished game of World with two
players, from the first query to the last line.
"""

import os
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import django
from django.core.management import call_command
from django.db import connections

from config.embedded.throwaway import throwaway_servers
from config.servers import django_database
from tests.bench.frame import Figure, best_rates, load_of_the_machine, seconds_per_call

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
    from games.reading.visible_log import export_lines, log_entries  # noqa: PLC0415
    from proof.audit import audit, is_sound  # noqa: PLC0415
    from tests.support.tables import folded_now, played_out  # noqa: PLC0415

    logs = []
    for number in range(GAMES):
        game = played_out("london", 2, seed=number)
        logs.append(list(log_entries(game, folded_now(game.id), SPECTATOR)))
    if not all(is_sound(audit(log)) for log in logs):
        raise RuntimeError("A sound game does not hold.")
    world = played_out("world", 2)
    (rate,) = best_rates(lambda number: int(is_sound(audit(logs[number]))), rounds=ROUNDS, chunks=GAMES)
    (export,) = seconds_per_call(lambda: b"".join(export_lines(world)))
    entries = statistics.mean(map(len, logs))
    return [
        Figure("verification", rate, "games/s", f"one core; London, {entries:.0f} events a game", "≥ 300"),
        Figure("export", export * 1000, "ms", f"World, {world.version} events", "≤ 50"),
        load_of_the_machine(),
    ]
