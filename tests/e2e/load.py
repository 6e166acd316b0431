"""A whole load on one or several runs of one database: people, bots, webhooks and streams, all at once.

Every request goes to any of the runs, and none may fail.
"""

from __future__ import annotations

import json
import random
import urllib.request
import uuid
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from threading import Thread
from typing import Any

from tests.e2e.bot_tables import Host, all_finish, check_whole, whole_log
from tests.e2e.runs import Run
from tests.support.processes import eventually
from tests.support.stream_client import Listener
from tests.support.webhook_receiver import Receiver, receiving

TABLES_OF_PEOPLE = 3
TABLES_OF_BOTS = 4
LISTS = ("/games", "/me/games", "/me/notices", "/leaderboards/london")
READS = ("", "/audit", "/board.svg", "/events", "/export")
MOVES = 20  # then both resign, and stand-ins play on


class AnyOf:
    """Several runs, asked by turns nobody knows."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.runs = runs

    @property
    def port(self) -> int:
        return random.choice(self.runs).port

    def get(self, path: str) -> tuple[int, Any]:
        return random.choice(self.runs).get(path)


class Person(Host):
    """Somebody who plays at random, and repeats every request, as one does who has lost the answer."""

    def act(self, game: str) -> bool:
        """Whether it was their turn."""
        offered = self.get(f"/games/{game}/actions")["items"]
        if not offered:
            return False
        key, action = uuid.uuid4().hex, random.choice(offered)
        first, again = (self.keyed(f"/games/{game}/actions", action, key) for _ in range(2))
        assert first["events"] == again["events"]
        return True

    def keyed(self, path: str, body: Any, key: str) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.run.port}/api/v1{path}",
            data=json.dumps(body).encode(),
            headers={
                "Content-Type": "application/json",
                "Authorization": f"Bearer {self.token}",
                "Idempotency-Key": key,
            },
        )
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            return json.loads(answer.read())


class Table:
    """A game of two people that somebody streams."""

    def __init__(self, runs: AnyOf, number: int) -> None:
        self.runs = runs
        self.people = [Person(runs, f"{name}{number}") for name in ("ada", "bob")]
        self.game: str = self.people[0].post("/games", {"ruleset": "london", "seats": 2})["id"]
        self.people[1].post(f"/games/{self.game}/seats", {})
        self.streamed: list[int] = []

    def play(self) -> None:
        self.people[0].post(f"/games/{self.game}/start", {})
        moves = 0
        while moves < MOVES:
            moves += sum(person.act(self.game) for person in self.people)
            self.look()
        for person in self.people:
            person.post(f"/games/{self.game}/resign", {})

    def look(self) -> None:
        """What somebody else may ask meanwhile."""
        person = random.choice(self.people)
        person.ask("GET", random.choice(LISTS))
        person.ask("GET", f"/games/{self.game}{random.choice(READS)}")

    def stream(self) -> None:
        """Every event, until the server ends it after the last."""
        path, token = f"/games/{self.game}/stream?after=0", self.people[0].token
        with Listener(self.runs.port, path, {"Authorization": f"Bearer {token}"}) as listener:
            self.streamed = [message.id or 0 for message in listener if message.event == "event"]

    def check_notices(self) -> None:
        """Numbered without a gap, none twice, and the end of the game is among them."""
        for person in self.people:
            eventually(partial(self._is_over_for, person), what="the notice of the end")
            found = person.get("/me/notices?limit=100")["items"]
            assert [notice["number"] for notice in found] == list(range(1, len(found) + 1))
            once = Counter((notice["game"], notice["seq"], notice["kind"]) for notice in found)
            assert set(once.values()) == {1}, once

    @staticmethod
    def _is_over_for(person: Host) -> bool:
        found = person.get("/me/notices?limit=100")["items"]
        return any(notice["kind"] == "game.finished" for notice in found)


def bear(runs: Sequence[Run], database: str) -> list[str]:
    """Play the load to its end and check all of it. Returns the games."""
    every = AnyOf(runs)
    with ExitStack() as stack:
        receiver = stack.enter_context(receiving())
        pool = stack.enter_context(ThreadPoolExecutor(TABLES_OF_PEOPLE))
        tables = [Table(every, number) for number in range(TABLES_OF_PEOPLE)]
        hannah = Host(every, "hannah")
        wish = {"url": receiver.url, "kinds": ["game.event"], "game": tables[0].game}
        hook = hannah.post("/webhooks", wish)
        streams = [Thread(target=table.stream, daemon=True) for table in tables]
        for stream in streams:
            stream.start()
        work = [pool.submit(table.play) for table in tables]
        games = hannah.tables(TABLES_OF_BOTS, "random", "greedy")
        games += [table.game for table in tables]
        for job in work:
            job.result()
        all_finish(every, games)
        for game in games:
            check_whole(every, game, database)
        for stream in streams:
            stream.join(60)
        for table in tables:
            assert table.streamed == list(range(1, len(whole_log(every, table.game)) + 1))
            table.check_notices()
        _check_webhook(every, receiver, hook, tables[0].game)
    for run in runs:
        assert not complaints(run), complaints(run)
    return games


def _check_webhook(runs: AnyOf, receiver: Receiver, hook: Any, game: str) -> None:
    """Every event since there was a webhook has arrived, signed, and no message twice."""
    log = [event["seq"] for event in whole_log(runs, game)]
    wanted = set(log[3:])  # before: opened, two who sat down
    eventually(lambda: wanted <= _told(receiver), seconds=60, what="every event at the webhook")
    messages = Counter(received.headers["webhook-id"] for received in receiver.received)
    assert set(messages.values()) == {1}, messages
    for received in receiver.received:
        received.verified(hook["secret"])


def _told(receiver: Receiver) -> set[int]:
    return {message["data"]["event"]["seq"] for message in receiver.messages("game.event")}


def complaints(run: Run) -> list[str]:
    """What its programs have logged as wrong."""
    levels = ('"level": "warning"', '"level": "error"', '"level": "critical"', "Traceback")
    return [line for line in run.log().splitlines() if any(level in line for level in levels)]
