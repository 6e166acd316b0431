"""The processor time that a request takes in all processes that serve it."""

from __future__ import annotations

import http.client
import statistics
import time
from typing import NamedTuple

import psutil

from tests.chaos.costs.question import Question
from tests.chaos.stack import PROGRAMS
from tests.e2e.runs import Run

SERVING = ("web", "streams", "proxy", "postgres", "redis")
MOST_TRIES, ENOUGH_SECONDS = 12, 0.4
TIMEOUT = 300


class Reading(NamedTuple):
    status: int
    seconds: float  # of processor time
    sent: int
    received: int


class Meter:
    def __init__(self, run: Run) -> None:
        self._run = run

    def read(self, question: Question) -> Reading:
        """The median over a few requests: those answered like the first, which no limit refused.

        One comes before them, for what is built once and then kept.
        """
        if not question.once:
            self._once(question)
        taken: list[Reading] = []
        while len(taken) < MOST_TRIES and sum(each.seconds for each in taken) < ENOUGH_SECONDS:
            reading = self._once(question)
            if taken and reading.status != taken[0].status:
                break
            taken.append(reading)
            if question.once:
                break
        return taken[0]._replace(seconds=statistics.median(each.seconds for each in taken))

    def _once(self, question: Question) -> Reading:
        pids = [process.pid for process in self._serving()]
        before = sum(map(cpu_time, pids))
        status, received = ask(self._run.port, question)
        return Reading(status, sum(map(cpu_time, pids)) - before, question.size, received)

    def _serving(self) -> list[psutil.Process]:
        parents = [self._run.child(PROGRAMS[name]) for name in SERVING]
        found = [parent for parent in parents if parent]
        return found + [child for parent in found for child in parent.children(recursive=True)]


def cpu_time(pid: int) -> float:
    """To the nanosecond, by the clock that Linux keeps for each process; none if it has ended."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0


def ask(port: int, question: Question) -> tuple[int, int]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    try:
        connection.request(question.method, question.path, question.body, question.headers)
        answer = connection.getresponse()
        return answer.status, len(answer.read())
    except (OSError, http.client.HTTPException):  # the server may refuse a body before all of it was sent
        return 0, 0
    finally:
        connection.close()
