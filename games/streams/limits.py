"""How many streams each may have open in this process. Used by one thread, the one of the event loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.http import HttpRequest

from games.accounts.services import token_digest
from games.http.auth import bearer_of
from games.http.rate_limits import address_of
from games.streams.request import Door


class Places:
    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()
        self._all = 0

    @contextmanager
    def one(self, request: HttpRequest) -> Iterator[Door]:
        """A place for this request, from before it is known to be good until its stream has ended."""
        whom, most = _whom(request)
        door = Door(is_full=self._all >= settings.STREAMS_MOST, over=most if self._taken[whom] >= most else 0)
        self._taken[whom] += 1
        self._all += 1
        try:
            yield door
        finally:
            self._all -= 1
            self._taken[whom] -= 1
            if not self._taken[whom]:
                del self._taken[whom]


def _whom(request: HttpRequest) -> tuple[str, int]:
    """A token is counted by itself, so that players behind one address do not share a limit."""
    token = bearer_of(request.META.get("HTTP_AUTHORIZATION", ""))
    if token:
        return token_digest(token), settings.STREAMS_PER_TOKEN
    return address_of(request), settings.STREAMS_PER_ADDRESS
