"""Limits on the streams and waiting requests of each caller in this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from django.conf import settings
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from games.http.auth import token_of
from games.http.problems import OVERLOADED, Problem, ProblemError
from games.http.rate_limits import address_of

RETRY_SECONDS: Final = 10


class Places:
    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()
        self._in_all = 0
        self._lock = Lock()

    @contextmanager
    def door(self) -> Iterator[OneDoor]:
        """For one request, until its response is sent or its stream has ended."""
        door = OneDoor(self)
        try:
            yield door
        finally:
            if door.caller:
                self._give_back(door.caller)

    def take(self, caller: str, most: int) -> None:
        with self._lock:
            if self._in_all >= settings.STREAMS_MAX:
                detail = "The server has reached its limit of streams."
                raise ProblemError(Problem(OVERLOADED, detail, retry_after=RETRY_SECONDS))
            if self._taken[caller] >= most:
                detail = f"The limit of {most} simultaneous streams and waiting requests is reached."
                raise Throttled(RETRY_SECONDS, detail)
            self._taken[caller] += 1
            self._in_all += 1

    def _give_back(self, caller: str) -> None:
        with self._lock:
            self._taken[caller] -= 1
            self._in_all -= 1
            if not self._taken[caller]:
                del self._taken[caller]


class OneDoor:
    """A request takes a place only when it is authenticated and known to wait."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self.caller = ""

    def enter(self, request: Request) -> None:
        if self.caller:
            return
        caller, most = _caller(request)
        self._places.take(caller, most)
        self.caller = caller


def _caller(request: Request) -> tuple[str, int]:
    """A player's tokens share one limit. Anonymous requests are counted by address."""
    if token := token_of(request):
        return str(token.player_id), settings.STREAMS_PER_PLAYER
    return address_of(request), settings.STREAMS_PER_ADDRESS
