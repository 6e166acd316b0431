"""What the views of streams share. The streams process opens the stream; other processes return its address.

With `Opening` a view asks the streams process to open a stream: for which viewer, of what, from where on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.http.auth import token_of
from games.http.bodies import InvalidHeader, InvalidQuery, Query
from games.http.cache_headers import private_response
from games.http.long_poll import beyond, door_here
from games.http.operations import Values
from games.http.options import OnlyAllows
from games.http.problems import NOT_READY, SERVED_ELSEWHERE, Problem, ProblemError
from games.log.viewer import Viewer
from games.streams.source import Source
from games.streams.stream import Span, Wish
from games.streams.wire import EVENT_STREAM, FORMS, NDJSON, PRELUDES, StreamMessage

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


class Opening(StreamingHttpResponse):
    """A stream to be opened: its headers, its first message and what is to follow."""

    def __init__(self, wish: Wish, first: bytes) -> None:
        super().__init__((), content_type=wish.media_type)
        self.wish, self.first = wish, PRELUDES[wish.media_type] + first
        self.seconds: int | None = (
            None  # how long it is wanted; None for as long as there is something to send
        )
        self["X-Accel-Buffering"] = "no"  # nginx would buffer messages
        private_response(self)


class EventStream(BaseRenderer):
    """For content negotiation only: it renders nothing, messages are rendered elsewhere."""

    media_type, format, charset = EVENT_STREAM, "sse", None


class Lines(EventStream):
    media_type, format = NDJSON, "ndjson"


class ByPreference(DefaultContentNegotiation):
    """Negotiation by the q-values of the Accept header, which REST framework ignores."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        known = {str(renderer.media_type): renderer for renderer in renderers}
        wishes = request.headers.get("Accept", "").strip()
        liked = request.get_preferred_type(list(known)) if wishes else next(iter(known))
        if liked not in known:
            raise NotAcceptable(available_renderers=list(known.values()))
        return known[liked], liked


class StreamView(OnlyAllows):
    renderer_classes = [EventStream, Lines]
    content_negotiation_class = ByPreference


class StreamQuery(Query):
    after = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=999_999_999,
        help_text="Resume after this number, without a first message. `Last-Event-ID` takes precedence.",
    )
    seconds = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=86_400,
        help_text="End the stream after this time, with the reason `time_over`. For clients that show a "
        "response only when it is complete, such as the form on the reference page.",
    )


LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    OpenApiParameter.HEADER,
    description="The last `id` you received: the stream resumes after it, without a first message.",
)


def stream_answer(request: Request, query: Values, opened: Callable[..., Opening]) -> HttpResponseBase:
    """The response of a view: the stream after the cursor, or its address if it is served elsewhere."""
    after = cursor_of(request, query)
    door = door_here.get()
    if door is None:
        return elsewhere(request)
    door.enter(request)
    seconds = query.pop("seconds", None)
    response = opened(**(query | {"after": after}))
    response.seconds = seconds
    return response


def cursor_of(request: Request, query: dict[str, Any]) -> int | None:
    """A browser that reconnects sends the header with its original URL, so the header is newer."""
    header = request.headers.get("Last-Event-ID")
    if header is None:
        return query.get("after")
    if not _NUMBER.fullmatch(header):
        raise InvalidHeader(
            {"Last-Event-ID": [ErrorDetail("This must be the id of a message, a whole number.", "invalid")]}
        )
    return int(header)


def elsewhere(request: Request) -> HttpResponse:
    """The stream's address. A request with a token is not redirected: most clients would drop the token."""
    if not settings.STREAMS_URL:
        detail = "Streams are served by another process, whose address is not configured (STREAMS_URL)."
        raise ProblemError(Problem(NOT_READY, detail))
    url = settings.STREAMS_URL + request.get_full_path()
    if token_of(request):
        raise ProblemError(Problem(SERVED_ELSEWHERE, f"Ask with your token at {url}", context={"url": url}))
    response = HttpResponse(status=307)
    response["Location"] = url
    return private_response(response)


def check_cursor(request: Request, after: int, newest: int) -> None:
    if after > newest:
        if "Last-Event-ID" in request.headers:
            raise InvalidHeader({"Last-Event-ID": [beyond(newest)]})
        raise InvalidQuery({"after": [beyond(newest)]})


def opening(
    request: Request,
    source: Source,
    viewer: Viewer,
    span: Span,
    *,
    first: StreamMessage | None = None,
    **more: bool,
) -> Opening:
    """`more` are members of `Wish`."""
    media_type: str = request.accepted_renderer.media_type
    token = token_of(request)
    wish = Wish(
        source=source,
        viewer=viewer,
        media_type=media_type,
        span=span,
        token=token.pk if token else None,
        expires_at=token.expires_at if token else None,
        **more,
    )
    return Opening(wish, FORMS[media_type](first) if first else b"")
