"""Waiting for something new, for readers who poll."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import BoundedSemaphore
from typing import Any, Final

from django.db import close_old_connections
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from games.http.bodies import InvalidQuery, Query
from games.log import wakes

MAX_SECONDS: Final = 30
MAX_WAITING: Final = 12  # of the threads of a process, which `config.run.plan` gives more
LOOK_AGAIN_SECONDS: Final = 1.0  # a wake-up that gets lost costs no more

MAX_NUMBER: Final = 999_999_999

WAITING = BoundedSemaphore(MAX_WAITING)


class WaitingQuery(Query):
    """Asks for what comes after a number, and may wait for it. A cursor of such a list is a number too."""

    cursor = serializers.RegexField(
        r"^[0-9]{1,9}\Z",
        required=False,
        help_text="Where to continue: `next` of the previous page. Takes precedence over `after`.",
    )
    after = serializers.IntegerField(
        default=0, min_value=0, max_value=MAX_NUMBER, help_text="Return only what comes after this number."
    )
    limit = serializers.IntegerField(
        default=100, min_value=1, max_value=500, help_text="The maximum number of items."
    )
    wait = serializers.IntegerField(
        default=0,
        min_value=0,
        max_value=MAX_SECONDS,
        help_text="If there is nothing yet, wait up to this many seconds.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return {**attrs, "after": int(attrs["cursor"])} if "cursor" in attrs else attrs


def beyond(newest: int) -> ErrorDetail:
    return ErrorDetail(f"This is beyond the end; the newest is {newest}.", "beyond")


def check_after(after: int, newest: int) -> None:
    """A client with a number from elsewhere would wait for ever."""
    if after > newest:
        raise InvalidQuery({"after": [beyond(newest)]})


def next_page(last: int, newest: int) -> str | None:
    """The cursor behind the last number of a page; None if there is nothing more yet."""
    return str(last) if last < newest else None


def wait_beyond(after: int, known: int, seconds: int, *, channel: str, newest: Callable[[], int]) -> int:
    """Wait until the newest number, known to be this, goes beyond `after`, or time is up; what it is then.

    Whoever waits keeps a thread busy: only so many may, the others are answered at once.
    """
    if known > after or not seconds or not WAITING.acquire(blocking=False):
        return known
    end = time.monotonic() + seconds
    try:
        with wakes.listening(channel) as hear:  # from before the first look, so that nothing is missed
            while (number := newest()) <= after and (left := end - time.monotonic()) > 0:
                close_old_connections()  # nobody needs to hold one while nothing happens
                hear(min(left, LOOK_AGAIN_SECONDS))
    finally:
        WAITING.release()
    return number
