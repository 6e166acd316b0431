"""Long computations, such as audits: a few at a time, and without holding a database connection.

So threads and connections remain for all other requests, however many computations are requested.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from threading import Lock
from typing import Concatenate, Final, ParamSpec, TypeVar

from django.conf import settings
from django.db import connections
from django.http.response import HttpResponseBase

from games.http.problems import OVERLOADED, Problem, ProblemError

P = ParamSpec("P")
V = TypeVar("V")
A = TypeVar("A")

RETRY_SECONDS: Final = 2
WAIT_SECONDS: Final = 0.2
DETAIL: Final = "The server is doing as many such computations as it does at a time."


class Places:
    """The number of running computations in this process."""

    def __init__(self) -> None:
        self._lock, self._taken = Lock(), 0

    def take(self) -> None:
        """Never waits: a waiting request would occupy a thread that others need."""
        with self._lock:
            if self._taken >= settings.HEAVY_READS:
                raise ProblemError(Problem(OVERLOADED, DETAIL, retry_after=RETRY_SECONDS))
            self._taken += 1

    def give_back(self) -> None:
        with self._lock:
            self._taken -= 1

    def while_sent(self, make: Callable[[], HttpResponseBase]) -> HttpResponseBase:
        """Hold a place until all of the response was sent: so long a slow client keeps a thread."""
        self.take()
        with ExitStack() as held:
            held.callback(self.give_back)
            response = make()
            held.callback(response.close)
            response.close = held.pop_all().close  # type: ignore[method-assign]
        return response


_places = Places()


def heavy(method: Callable[Concatenate[V, P], A]) -> Callable[Concatenate[V, P], A]:
    """Limit a method of a view: beyond the limit the response is 503 `overloaded`."""

    @wraps(method)
    def answer(view: V, /, *args: P.args, **kwargs: P.kwargs) -> A:
        _places.take()
        try:
            return method(view, *args, **kwargs)
        finally:
            _places.give_back()

    return answer


@contextmanager
def next_part(seconds: float) -> Iterator[None]:
    """Around a part of a computation whose answer has begun: waits for a place, up to so many seconds.

    Between two parts, while a client reads, neither a place nor a connection is taken.
    """
    end = time.monotonic() + seconds
    while True:
        try:
            _places.take()
            break
        except ProblemError:
            if time.monotonic() > end:
                raise
            time.sleep(WAIT_SECONDS)
    try:
        yield
    finally:
        _places.give_back()
        give_back_connection()


def give_back_connection() -> None:
    """To call between reading and computing; the next query takes a connection again."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
