"""Tables of bots, each told event by event to a receiver that fails, hangs and talks garbage at random.

First the tables play without webhooks, then with one each to a receiver that works, then with one to each of
the two: everything must arrive in the end, and neither bots nor the receiver that works must wait for the
other. TABLES in the environment says how many, DELAY how many milliseconds a bot lets go by before each of
its actions; an attempt may take two seconds here.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.db import connection
from django.db.models import F

from config.env import Env
from config.run.plan import CHECKOUT, read_plan
from config.run.program import Child
from config.run.programs import app_programs
from config.servers import celery_broker
from games.deliveries.models import Attempt, Delivery
from games.log.models import Event, Game
from games.tables.lobby import TableWish, game_create, game_start
from tests.bench.frame import Figure
from tests.bench.tables import people, servers
from tests.support.processes import clean_env
from tests.support.web_process import FOR_TESTS
from tests.support.webhook_receiver import Received, Receiver, Reply, receiving
from tests.support.webhooks import webhook_for

TABLES: Final = int(os.environ.get("TABLES", "10"))
DELAY: Final = int(os.environ.get("DELAY", "500"))
MAX_SECONDS: Final = 1800
SHORT: Final = {
    "WEBHOOKS_TO_PRIVATE_ADDRESSES": "all",
    "WEBHOOK_TIMEOUT": "2s",
    "RETRIES": "1s,2s,5s",
}
REPLIES: Final = {
    "taken": (Reply(204), 60),
    "failed": (Reply(503), 15),
    "hung": (Reply(hang=True), 10),
    "garbage": (Reply(raw=b"\x00\xffno HTTP at all\r\n\r\n"), 15),
}
# An action is a transaction, and all its events have its time; the deal and the settlement are none.
WAITS: Final = """
WITH moves AS (
    SELECT DISTINCT event.game_id, event.at
    FROM games_event event JOIN games_game game ON game.id = event.game_id
    WHERE game.id = ANY(%s) AND event.at > game.started_at AND event.at < game.finished_at
), waits AS (
    SELECT at - lag(at) OVER (PARTITION BY game_id ORDER BY at) AS wait FROM moves
)
SELECT extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY wait)),
    extract(epoch FROM percentile_cont(0.99) WITHIN GROUP (ORDER BY wait)), extract(epoch FROM max(wait))
FROM waits
"""


TOLD: Final = """
SELECT extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY delivery.created_at - event.at))
FROM games_delivery delivery JOIN games_event event USING (game_id, seq)
WHERE delivery.kind = 'game.event' AND delivery.game_id = ANY(%s)
"""


class Moody:
    """Does at random what receivers do, and remembers what it took."""

    def __init__(self) -> None:
        self.whim, self.lock = random.Random(7), Lock()
        self.moods: Counter[str] = Counter()
        self.taken: Counter[tuple[str, int]] = Counter()

    def __call__(self, received: Received) -> Reply:
        with self.lock:
            (mood,) = self.whim.choices(list(REPLIES), [weight for _, weight in REPLIES.values()])
            self.moods[mood] += 1
            if mood == "taken":
                event = received.message["data"]["event"]
                self.taken[event["game"], event["seq"]] += 1
        return REPLIES[mood][0]


class Punctual:
    """Takes everything, and notes how long after the event it came."""

    def __init__(self) -> None:
        self.lags: list[float] = []

    def __call__(self, received: Received) -> Reply:
        happened = datetime.fromisoformat(received.message["data"]["event"]["at"])
        self.lags.append((datetime.now(UTC) - happened).total_seconds())
        return Reply(204)


def measure() -> list[Figure]:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "all"
    with servers() as (root, found), receiving() as bad, receiving() as good:
        current_app.conf.broker_url = celery_broker(urlsplit(found["REDIS_URL"]))
        bad.answering, good.answering = moody, punctual = Moody(), Punctual()
        with _background(root, found):
            _warm_up()
            alone, _ = _played()
            well, _ = _played(good)
            _delivered()
            well_lags, punctual.lags = punctual.lags, []
            told, seconds = _played(bad, good)
            late = _delivered()
        return [
            *_counted(moody, punctual, told),
            Figure("to play", seconds, "s"),
            Figure("until the last delivery", late, "s", "after the last table had ended"),
            *_ways("alone", well, well_lags),
            *_ways("beside the bad one", told, punctual.lags),
            *_waits("without webhooks", alone),
            *_waits("with the good one", well),
            *_waits("with both", told),
        ]


def _counted(moody: Moody, punctual: Punctual, games: list[UUID]) -> list[Figure]:
    events = Event.objects.filter(game__in=games, at__gte=F("game__started_at")).count()
    bad = ", ".join(f"{mood} {count}" for mood, count in sorted(moody.moods.items()))
    return [
        Figure("events taken by the other receiver", len(punctual.lags), "events", bar=str(events)),
        Figure("events taken", len(moody.taken), "events", f"{TABLES} tables", bar=str(events)),
        Figure("taken twice", sum(count > 1 for count in moody.taken.values()), "events"),
        Figure("not delivered", Delivery.objects.exclude(state="delivered").count(), "deliveries", bar="0"),
        Figure("attempts", Attempt.objects.count(), "attempts", bad),
    ]


def _ways(when: str, games: list[UUID], lags: list[float]) -> list[Figure]:
    """From the event to the receiver that works; of that, until it was put down to be delivered."""
    cuts = statistics.quantiles(lags, n=100)
    told = _told_after(games)
    return [
        Figure(f"usual way to the good receiver, {when}", cuts[49], "s", f"{told:.2g} s of it until told"),
        Figure(f"99 of 100 ways to the good receiver, {when}", cuts[98], "s"),
        Figure(f"worst way to the good receiver, {when}", max(lags), "s"),
    ]


def _told_after(games: list[UUID]) -> float:
    with connection.cursor() as cursor:
        cursor.execute(TOLD, [games])
        return float(cursor.fetchone()[0])


def _waits(when: str, games: list[UUID]) -> list[Figure]:
    with connection.cursor() as cursor:
        cursor.execute(WAITS, [games])
        found = cursor.fetchone()
    names = ("usual wait of a bot", "99 of 100 waits of a bot", "worst wait of a bot")
    note = f"{DELAY} ms of it on purpose"
    return [
        Figure(f"{name}, {when}", float(value), "s", note) for name, value in zip(names, found, strict=True)
    ]


def _warm_up() -> None:
    """Until every process is at work: one table, to its end."""
    _tables(1)
    _until(lambda: Game.objects.exclude(status=Game.Status.FINISHED).count(), "a first table")


def _played(*receivers: Receiver) -> tuple[list[UUID], float]:
    start = time.monotonic()
    games = _tables(TABLES, *receivers)
    _until(lambda: Game.objects.exclude(status=Game.Status.FINISHED).count(), "the tables")
    return games, time.monotonic() - start


def _tables(count: int, *receivers: Receiver) -> list[UUID]:
    hosts = [person for person, _ in people(count)]
    wish = TableWish(ruleset="london", seats=2, bots=["planner"] * 2, sit=False, bot_delay=DELAY)
    games = [game_create(host, wish).game.id for host in hosts]
    for host, game in zip(hosts, games, strict=True):
        for receiver in receivers:
            watcher = people(1)[0][0]
            webhook_for(watcher, url=receiver.url, kinds=["game.event"], game=game)
        game_start(game, host)
    return games


def _delivered() -> float:
    start = time.monotonic()
    _until(lambda: Delivery.objects.filter(state="pending").count(), "the deliveries")
    return time.monotonic() - start


def _until(left, what: str) -> None:
    """Until nothing is left, twice in a row: what has just ended may still be told."""
    end, quiet = time.monotonic() + MAX_SECONDS, 0
    while quiet < 2:
        quiet = quiet + 1 if not left() else 0
        if time.monotonic() > end:
            raise RuntimeError(f"{what} did not come to their end: {left()} are left.")
        time.sleep(1)


@contextmanager
def _background(root: Path, found: dict[str, str]) -> Iterator[None]:
    """All of `make run` but the web server."""
    plan = read_plan(Env({**os.environ, "DATA_DIR": str(root / "data")}))
    programs = app_programs(plan, clean_env(**FOR_TESTS, **found, **SHORT, LOG_LEVEL="WARNING"))
    plan.folder.make()
    with ExitStack() as stack:
        for program in programs:
            if program.name not in ("web", "streams"):
                log = stack.enter_context((root / f"{program.name}.log").open("wb"))
                stack.callback(Child(program, cwd=CHECKOUT, output=log).kill_all)
        yield
