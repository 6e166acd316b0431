"""Long polls.

A view always responds at once. If there is nothing new it also says what to wait for. The streams process
then holds the response back and calls the view again when there is news (`games.streams.poll`). The web
server has no threads to spare for waiting: it sends the response with a link to the streams process.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, Protocol

from django.conf import settings
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.response import Response

from games.http.bodies import InvalidQuery, Pattern, Query

MAX_SECONDS: Final = 30
MAX_NUMBER: Final = 999_999_999


class WaitQuery(Query):
    wait = serializers.IntegerField(
        default=0,
        min_value=0,
        max_value=MAX_SECONDS,
        help_text="If there is nothing yet, wait up to this many seconds.",
    )


class WaitingQuery(WaitQuery):
    """Asks for items after a number and may wait for them. The cursor of such a list is a number too."""

    cursor = Pattern(
        r"^[0-9]{1,9}\Z",
        "the `next` of a page, a whole number",
        required=False,
        help_text="Where to continue: `next` of the previous page. Takes precedence over `after`.",
    )
    after = serializers.IntegerField(
        default=0, min_value=0, max_value=MAX_NUMBER, help_text="Return only what comes after this number."
    )
    limit = serializers.IntegerField(
        default=100, min_value=1, max_value=500, help_text="The maximum number of items."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return {**attrs, "after": int(attrs["cursor"])} if "cursor" in attrs else attrs


def beyond(newest: int) -> ErrorDetail:
    return ErrorDetail(f"This is beyond the end; the newest is {newest}.", "beyond")


def check_after(query: dict[str, Any], newest: int) -> None:
    """Refuse a number beyond the end: a client with a number of another list would wait for ever."""
    if query["after"] > newest:
        raise InvalidQuery({"cursor" if "cursor" in query else "after": [beyond(newest)]})


def next_page(last: int, newest: int) -> str | None:
    """The cursor after the last item of a page; None at the end of the list."""
    return str(last) if last < newest else None


@dataclass(frozen=True, slots=True)
class Wait:
    """What to wait for: a number greater than `after` on this channel (`games.log.wakes`)."""

    channel: str
    after: int
    seconds: int


class Door(Protocol):
    """How a view reserves one of its caller's places."""

    def enter(self, request: Request) -> None:
        """Reserve a place; raises a problem if the limit is reached."""


# The streams process sets it for each request it serves; elsewhere there is none.
door_here: ContextVar[Door | None] = ContextVar("door_here", default=None)


class Polled(Response):
    """A response that the streams process may hold back, and what it waits for."""

    def __init__(self, body: Any, wait: Wait) -> None:
        super().__init__(body)
        self.wait = wait


def polled(request: Request, body: Any, wait: Wait) -> Response:
    """The response of a view that has nothing new."""
    if not wait.seconds:
        return Response(body)
    if door := door_here.get():
        door.enter(request)
        return Polled(body, wait)
    response = Response(body)
    if settings.STREAMS_URL:
        response["Link"] = f'<{settings.STREAMS_URL}{request.get_full_path()}>; rel="monitor"'
    return response
