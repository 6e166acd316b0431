"""What a core can do: the processor time that turns, games of bots, streams and webhooks take of a whole run.

Processor time of all its processes, PostgreSQL, Redis and the proxy included, less what the run uses while
nobody plays. So the figures say what to add for more players, whatever else the machine is doing. Clients and
receivers are in this process and are not counted.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, NamedTuple

import psutil
import psycopg

from config.embedded.folder import DataFolder
from config.embedded.postgres import postgres_url
from tests.bench.frame import Figure, load_of_the_machine
from tests.e2e.bot_tables import Host, all_finish, look
from tests.e2e.load import Person
from tests.e2e.runs import Run, running
from tests.support.processes import eventually
from tests.support.webhook_receiver import receiving

IDLE_SECONDS = 20
REST_SECONDS = 2  # the notifier reads the last events
TURNS = 100  # fewer than a game has
TABLES = 5
STREAMS = 40
BOTS = ("greedy", "greedy")
FEW = {
    "WEB_PROCESSES": "1",
    "TASK_PROCESSES": "1",
    "RATE_LIMIT_SIGN_UP": "1000",
    "STREAMS_PER_PLAYER": "1000",
}
SIZE = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname LIKE 'games_%'"


class Cost(NamedTuple):
    """Processor seconds: of everything, and of PostgreSQL alone."""

    total: float
    postgres: float

    def less(self, other: Cost, times: float = 1.0) -> Cost:
        return Cost(self.total - times * other.total, self.postgres - times * other.postgres)

    def each(self, count: float) -> Cost:
        return Cost(self.total / count, self.postgres / count)


class Meter:
    """What a run costs beyond an idle one."""

    def __init__(self, run: Run) -> None:
        self.run, self.idle = run, Cost(0, 0)
        self.idle = self.cost_of(lambda: time.sleep(IDLE_SECONDS)).each(IDLE_SECONDS)

    def cost_of(self, work: Callable[[], object]) -> Cost:
        began, before = time.monotonic(), self._used()
        work()
        return self._used().less(before).less(self.idle, time.monotonic() - began)

    def seconds_of(self, *programs: str) -> float:
        """What these have used so far, with their children."""
        own = [child for word in programs if (child := self.run.child(word))]
        assert len(own) == len(programs)
        family = [process for child in own for process in [child, *child.children(recursive=True)]]
        return sum(sum(process.cpu_times()[:2]) for process in family)

    def _used(self) -> Cost:
        total = postgres = 0.0
        for process in [psutil.Process(self.run.process.pid), *self.run.family()]:
            with suppress(psutil.NoSuchProcess):
                times = process.cpu_times()
                total += times.user + times.system
                postgres += times.user + times.system if process.name() == "postgres" else 0
        return Cost(total, postgres)


class Bench:
    def __init__(self, run: Run) -> None:
        self.run, self.host = run, Host(run, "hannah")
        self.people = [Person(run, name) for name in ("ada", "bob")]
        self.meter = Meter(run)

    def turns(self) -> Cost:
        """A turn of a person: the legal actions, and one of them."""
        ada, bob = self.people
        game = ada.post("/games", {"ruleset": "london", "seats": 2})["id"]
        bob.post(f"/games/{game}/seats", {})
        ada.post(f"/games/{game}/start", {})

        done = 0

        def play() -> None:
            nonlocal done
            while done < TURNS and (turns := sum(self._turn(person, game) for person in self.people)):
                done += turns

        cost = self.meter.cost_of(play)
        return cost.each(done)

    def _turn(self, person: Person, game: str) -> bool:
        offered = person.get(f"/games/{game}/actions")["items"]
        if offered:
            person.post(f"/games/{game}/actions", random.choice(offered))
        return bool(offered)

    def bots(self) -> tuple[Cost, int]:
        """Games of bots, and how many events they had."""
        games: list[str] = []

        def play() -> None:
            games.extend(self.host.tables(TABLES, *BOTS))
            all_finish(self.run, games)
            time.sleep(REST_SECONDS)

        return self.meter.cost_of(play), sum(look(self.run, game)["version"] for game in games)

    def streams(self, event: Cost) -> Cost:
        """A message to one listener. Of PostgreSQL it is what goes beyond the event itself."""
        game = self._waiting_table()
        listeners = [self._listener(game) for _ in range(STREAMS)]

        def end() -> None:
            for one in listeners:
                one.join(120)

        used = self.meter.seconds_of("config.streams", "caddy")
        cost, events = self._cost_of(game, end)
        used = self.meter.seconds_of("config.streams", "caddy") - used
        postgres = cost.less(event, events).postgres
        return Cost(used + postgres, postgres).each(events * STREAMS)

    def _listener(self, game: str) -> Thread:
        thread = Thread(target=self._listen, args=[game], daemon=True)
        thread.start()
        return thread

    def _listen(self, game: str) -> None:
        """Until the server ends the stream, after the last event."""
        connection = HTTPConnection("127.0.0.1", self.run.port, timeout=120)
        headers = {"Authorization": f"Bearer {self.host.token}"}
        connection.request("GET", f"/api/v1/games/{game}/stream", headers=headers)
        with connection.getresponse() as answer:
            while answer.readline():
                pass

    def webhooks(self, event: Cost) -> Cost:
        """A delivery. Of PostgreSQL it is what goes beyond the event itself."""
        game = self._waiting_table()
        before = look(self.run, game)["version"]
        with receiving() as receiver:
            self.host.post("/webhooks", {"url": receiver.url, "kinds": ["game.event"], "game": game})

            def arrive() -> None:
                wanted = look(self.run, game)["version"] - before
                eventually(lambda: len(receiver.received) >= wanted, seconds=120, what="every delivery")

            used = self.meter.seconds_of("hooks@%h")
            cost, events = self._cost_of(game, arrive)
            used = self.meter.seconds_of("hooks@%h") - used
            postgres = cost.less(event, events).postgres
            return Cost(used + postgres, postgres).each(len(receiver.received))

    def _waiting_table(self) -> str:
        wish = {"ruleset": "london", "seats": 2, "bots": list(BOTS), "sit": False}
        game: str = self.host.post("/games", wish)["id"]
        return game

    def _cost_of(self, game: str, until: Callable[[], Any]) -> tuple[Cost, int]:
        def play() -> None:
            self.host.post(f"/games/{game}/start", {})
            all_finish(self.run, [game])
            until()

        return self.meter.cost_of(play), look(self.run, game)["version"]

    def bytes_of_database(self) -> float:
        with psycopg.connect(postgres_url(DataFolder(self.run.data))) as connection:
            row = connection.execute(SIZE).fetchone()
        return float(row[0]) if row else 0.0


@contextmanager
def _bench() -> Iterator[Bench]:
    with TemporaryDirectory(prefix="signalbox-bench-") as folder:
        root = Path(folder)
        root.chmod(0o755)  # PostgreSQL may have to run as somebody else
        with running(root / "data", **FEW) as run:
            yield Bench(run)


def measure() -> list[Figure]:
    with _bench() as bench:
        bench.bots()  # so that everything is loaded and every table has a page
        turn = bench.turns()
        before = bench.bytes_of_database()
        played, events = bench.bots()
        grown = bench.bytes_of_database() - before
        event = played.each(events)
        message, delivery = bench.streams(event), bench.webhooks(event)
        idle = bench.meter.idle
    length = f"{events / TABLES:.0f} events"
    return [
        *_figures("idle, for a second", idle, "1 web and 1 task process"),
        *_figures("a turn of a person", turn, "both players GET their actions, one POSTs"),
        *_figures("a game of greedy bots", played.each(TABLES), f"London, {length}"),
        *_figures("an event of bots", event, "the same"),
        *_figures("a message to a stream", message, f"{STREAMS} listeners at one game"),
        *_figures("a delivery to a webhook", delivery, "event by event"),
        Figure("a finished game", grown / TABLES / 1000, "kB", f"{length}, all tables and indexes"),
        load_of_the_machine(),
    ]


def _figures(name: str, cost: Cost, note: str) -> Iterator[Figure]:
    yield Figure(name, 1000 * cost.total, "ms CPU", note)
    yield Figure("of it PostgreSQL", 1000 * cost.postgres, "ms CPU")
