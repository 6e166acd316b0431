"""Tables of bots alone, all dealt before a real worker starts, played to their end and verified.

Two hundred tables of four planners, unless TABLES, SEATS and BOT in the environment say otherwise;
TASK_PROCESSES is the worker's. A table's worst wait is the longest time between two of its actions.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

from celery import current_app
from django.db import connection

from config.env import Env
from config.run.plan import CHECKOUT, read_plan
from config.run.program import Child
from config.run.programs import app_programs
from config.servers import celery_broker
from games.log.models import Game
from games.reading.visibility import game_get
from games.reading.visible_log import log_entries
from games.tables.lobby import TableWish, game_create, game_start
from proof.audit import audit, is_sound
from tests.bench.frame import Figure
from tests.bench.tables import people, servers
from tests.support.processes import clean_env
from tests.support.web_process import FOR_TESTS

TABLES: Final = int(os.environ.get("TABLES", "200"))
SEATS: Final = int(os.environ.get("SEATS", "4"))
BOT: Final = os.environ.get("BOT", "planner")
MAX_SECONDS: Final = 3600

# An action is a transaction, and all its events have its time; the deal and the settlement are none.
MOVES: Final = """
WITH moves AS (
    SELECT DISTINCT event.game_id, event.at
    FROM games_event event JOIN games_game game ON game.id = event.game_id
    WHERE event.at > game.started_at AND event.at < game.finished_at
), waits AS (
    SELECT at, at - coalesce(lag(at) OVER (PARTITION BY game_id ORDER BY at), min(at) OVER ()) AS wait
    FROM moves
)
SELECT count(*), extract(epoch FROM max(at) - min(at)), extract(epoch FROM max(wait)),
    extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY wait)) FROM waits
"""


def measure() -> list[Figure]:
    with servers() as (root, found):
        current_app.conf.broker_url = celery_broker(urlsplit(found["REDIS_URL"]))
        games = _tables()
        with _background(root, found):
            _wait_for_the_end()
        sound = sum(_is_sound(game) for game in games)
        actions, seconds, worst, usual = _moves()
    what = f"{TABLES} tables of {SEATS} × {BOT}"
    return [
        Figure("finished and sound", sound, "tables", what, bar=f"{TABLES}"),
        Figure("actions", actions, "actions"),
        Figure("all together", seconds, "s"),
        Figure("speed", actions / seconds, "actions/s"),
        Figure("worst wait of a table", worst, "s", "between two of its actions"),
        Figure("usual wait of a table", usual, "s", "the median"),
    ]


def _tables() -> list[UUID]:
    host = people(1)[0][0]
    wish = TableWish(ruleset="london", seats=SEATS, bots=[BOT] * SEATS, sit=False)
    games = [game_create(host, wish).game.id for _ in range(TABLES)]
    for game in games:
        game_start(game, host)
    return games


@contextmanager
def _background(root: Path, found: dict[str, str]) -> Iterator[None]:
    """The worker and the beat, as `make run` starts them."""
    plan = read_plan(Env({**os.environ, "DATA_DIR": str(root / "data")}))
    programs = app_programs(plan, clean_env(**FOR_TESTS, **found, LOG_LEVEL="WARNING"))
    plan.folder.make()
    with ExitStack() as stack:
        for program in programs:
            if program.name in ("worker", "beat"):
                log = stack.enter_context((root / f"{program.name}.log").open("wb"))
                stack.callback(Child(program, cwd=CHECKOUT, output=log).kill_all)
        yield


def _wait_for_the_end() -> None:
    end = time.monotonic() + MAX_SECONDS
    while open_tables := Game.objects.exclude(status=Game.Status.FINISHED).count():
        if time.monotonic() > end:
            raise RuntimeError(f"{open_tables} tables did not come to their end.")
        time.sleep(0.5)


def _is_sound(game_id: UUID) -> bool:
    found = game_get(game_id, None)
    return is_sound(audit(list(log_entries(found.game, found.folded(), found.viewer))))


def _moves() -> tuple[int, float, float, float]:
    with connection.cursor() as cursor:
        cursor.execute(MOVES)
        actions, seconds, worst, usual = cursor.fetchone()
    return int(actions), float(seconds), float(worst), float(usual)
