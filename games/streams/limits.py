"""How many streams and waiting requests each caller may have in this process."""

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
from games.http.problems import NOT_READY, Problem, ProblemError
from games.http.rate_limits import address_of

RETRY_SECONDS: Final = 10


class Places:
    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()
        self._lock = Lock()

    @contextmanager
    def door(self) -> Iterator[OneDoor]:
        """For one request, until it is answered or its stream has ended."""
        door = OneDoor(self)
        try:
            yield door
        finally:
            if door.whom:
                self._give_back(door.whom)

    def take(self, whom: str, most: int) -> None:
        with self._lock:
            if self._taken.total() >= settings.STREAMS_MOST:
                raise ProblemError(Problem(NOT_READY, "The server has reached its limit of streams."))
            if self._taken[whom] >= most:
                detail = f"The limit of {most} simultaneous streams and waiting requests is reached."
                raise Throttled(RETRY_SECONDS, detail)
            self._taken[whom] += 1

    def _give_back(self, whom: str) -> None:
        with self._lock:
            self._taken[whom] -= 1
            if not self._taken[whom]:
                del self._taken[whom]


class OneDoor:
    """A request enters once it is known who sent it and that it has to stay."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self.whom = ""

    def enter(self, request: Request) -> None:
        if self.whom:
            return
        whom, most = _whom(request)
        self._places.take(whom, most)
        self.whom = whom


def _whom(request: Request) -> tuple[str, int]:
    """A player is counted over all their tokens, and players behind one address do not share a limit."""
    if token := token_of(request):
        return str(token.player_id), settings.STREAMS_PER_PLAYER
    return address_of(request._request), settings.STREAMS_PER_ADDRESS  # noqa: SLF001 – REST framework has no other
