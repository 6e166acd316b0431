"""Dispatches games to the workers and collects their outcomes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final
from uuid import uuid4

import redis
from celery.result import AsyncResult
from kombu.connection import Connection
from kombu.exceptions import OperationalError

from bots.arena.match import Outcome, Pairing
from bots.errors import Trouble
from config.arena import QUEUE, REDIS_URL, app, play_game
from games.redis_clients import new_client

POLL_SECONDS: Final = 0.2
LOOK_SECONDS: Final = 3.0  # between two checks for lost games
WORKER_TIMEOUT: Final = 60.0  # without a response of any worker
MAX_ATTEMPTS: Final = 4  # per game: one that kills its worker each time would kill them all


def on_workers(games: Sequence[Pairing]) -> Iterator[Outcome]:
    """Yields outcomes as they arrive. Games still open when the caller stops iterating are cancelled."""
    errand = Errand(games)
    try:
        errand.check_workers()
        errand.send(errand.open)
        yield from errand.outcomes()
    except (OperationalError, redis.RedisError):
        raise Trouble("The Redis that REDIS_URL names does not answer.") from None
    finally:
        errand.call_off()


class Errand:
    """Workers and the broker may lose a game, so a game that neither has is dispatched again."""

    def __init__(self, games: Sequence[Pairing]) -> None:
        self.open = {str(uuid4()): game for game in games}  # by the id of the task
        self.sent = dict.fromkeys(self.open, 0)  # how often each was dispatched
        self.missing: set[str] = set()  # at the last check
        self.looked = self.answered = time.monotonic()

    def check_workers(self) -> None:
        if not app.control.ping(timeout=3, limit=1):
            raise Trouble("There are no workers; start some: python -m celery -A config.arena worker.")

    def send(self, tasks: Iterable[str], connection: Connection | None = None) -> None:
        for task in list(tasks):
            game = self.open[task]
            if self.sent[task] == MAX_ATTEMPTS:
                raise Trouble(f"The deal {game.deal} was sent {MAX_ATTEMPTS} times and never came back.")
            self.sent[task] += 1
            play_game.apply_async([asdict(game)], task_id=task, connection=connection)

    def outcomes(self) -> Iterator[Outcome]:
        while self.open:
            came = [task for task in self.open if AsyncResult(task, app=app).ready()]
            for task in came:
                yield self._outcome(task)
            if not came:
                self._look_after_the_rest()
                time.sleep(POLL_SECONDS)

    def _outcome(self, task: str) -> Outcome:
        game, result = self.open.pop(task), AsyncResult(task, app=app)
        if result.failed():
            raise Trouble(f"The deal {game.deal} could not be played: {result.result!r}.")
        found = result.get()
        result.forget()
        return outcome_of(found)

    def _look_after_the_rest(self) -> None:
        """Dispatch again what was missing twice in a row: once may be in transit to a worker."""
        if time.monotonic() < self.looked + LOOK_SECONDS:
            return
        with (
            app.connection_for_write() as fresh
        ):  # an old connection would not declare the queues to a restarted Redis
            missing = self._missing(fresh)
            lost = [task for task in missing & self.missing if not AsyncResult(task, app=app).ready()]
            self.send(lost, fresh)
        self.missing, self.looked = missing, time.monotonic()

    def _missing(self, connection: Connection) -> set[str]:
        """The games that are neither in the queue nor with a worker."""
        with new_client(REDIS_URL, timeout=WORKER_TIMEOUT) as client:
            if client.llen(QUEUE):
                return set()  # the missing ones will be found when the others are played
        inspect = app.control.inspect(timeout=1, connection=connection)
        active, reserved = inspect.active(), inspect.reserved()
        if active is None or reserved is None:
            self._be_patient()
            return set()
        self.answered = time.monotonic()
        return set(self.open) - {task["id"] for at in (active, reserved) for ts in at.values() for task in ts}

    def _be_patient(self) -> None:
        if time.monotonic() > self.answered + WORKER_TIMEOUT:
            raise Trouble(f"The workers no longer respond; {len(self.open)} games were not played.")

    def call_off(self) -> None:
        if self.open and any(self.sent.values()):
            app.control.revoke(list(self.open))


def outcome_of(plain: dict[str, Any]) -> Outcome:
    """JSON has no tuples, so lists are converted back."""
    return Outcome(
        deal=plain["deal"],
        wins=tuple(plain["wins"]),
        scores=tuple(plain["scores"]),
        tickets=tuple(plain["tickets"]),
        thinking=tuple(tuple(seconds) for seconds in plain["thinking"]),
    )
