"""Listening to a game. The process for streams answers with the stream itself, all others with its address.

`Opening` is what a view has to say to the process for streams: whom to tell what from now on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, Throttled, ValidationError
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from games import store
from games.api.answers import game_answer
from games.api.auth import ANYONE, caller_if_any, token_of
from games.api.bodies import Query, read_query
from games.api.play import own
from games.api.problems import NOT_READY, Problem, ProblemError
from games.api.stream_schema import GAME_STREAM
from games.api.typed import ref
from games.models import Player
from games.selectors.games import Seen, game_get, seat_among, see
from games.streams.pages import GameSource, Viewer
from games.streams.stream import Wish
from games.streams.wire import EVENT_STREAM, FORMS, NDJSON, PRELUDES, json_of

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_RETRY_SECONDS: Final = 10


@dataclass(frozen=True, slots=True)
class Door:
    """What the process for streams says to a request before it comes in."""

    is_full: bool
    over: int  # the limit the caller has reached, or 0


class Opening(StreamingHttpResponse):
    """A stream that is to begin: the headers, the first message, and the wish for the rest."""

    def __init__(self, wish: Wish, first: bytes) -> None:
        super().__init__((), content_type=wish.media_type)
        self.wish, self.first = wish, PRELUDES[wish.media_type] + first
        self["X-Accel-Buffering"] = "no"  # nginx would keep messages back
        own(self)


class EventStream(BaseRenderer):
    """Only to be chosen by Accept: what a stream says is made elsewhere."""

    media_type, format, charset = EVENT_STREAM, "sse", None


class Lines(EventStream):
    media_type, format = NDJSON, "ndjson"


class StreamQuery(Query):
    after = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=999_999_999,
        help_text="Go on behind this one, without a view; `Last-Event-ID` counts more.",
    )


LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    int,
    OpenApiParameter.HEADER,
    description="The last `id` you have received: the stream goes on behind it, without a view.",
)
ELSEWHERE = OpenApiResponse(description="Where the stream is, if this process does not serve streams.")


class GameStream(APIView):
    required_scopes = {"GET": ANYONE}
    renderer_classes = [EventStream, Lines]

    @extend_schema(
        operation_id="streamGame",
        tags=["play"],
        parameters=[StreamQuery, LAST_EVENT_ID],
        responses={
            (200, EVENT_STREAM): ref("GameMessage"),
            (200, NDJSON): ref("GameMessage"),
            307: ELSEWHERE,
        },
        examples=[*GAME_STREAM],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """The log as it grows: server-sent events, or with `Accept: application/x-ndjson` an object a line.

        The first message is `view`, the table as `getGame` shows it; its `id` is its version. Then comes an
        `event` for each entry of the log behind it, as `listEvents` shows it to you; its `id` is its seq.
        With `Last-Event-ID` (or `after`) there is no view, and the events go on behind that one: nothing is
        left out and nothing comes twice. Every 15 seconds a `heartbeat` tells where the log ends. The last
        message is `end`, with the reason. Ignore messages of a kind you do not know.

        Use the address in `links.stream`: asked elsewhere the server answers 307, and most clients do not
        send their token on to another origin. A token has at most 200 streams, an address without one 50.
        """
        query = read_query(StreamQuery, request)
        after = cursor_of(request, query)
        door: Door | None = getattr(request._request, "door", None)  # noqa: SLF001 – REST framework has no other
        if door is None:
            return elsewhere(request)
        check_in(door)
        return open_game(request, game_id, after)


def cursor_of(request: Request, query: dict[str, Any]) -> int | None:
    """A browser that comes back sends the header beside the address it began with: the header is newer."""
    header = request.headers.get("Last-Event-ID")
    if header is None:
        return query.get("after")
    if not _NUMBER.fullmatch(header):
        raise ValidationError(
            {"Last-Event-ID": [ErrorDetail("This must be the id of a message.", "invalid")]}
        )
    return int(header)


def elsewhere(request: Request) -> HttpResponse:
    if not settings.STREAMS_URL:
        detail = "Streams are served by another process, and nobody has said where (STREAMS_URL)."
        raise ProblemError(Problem(NOT_READY, detail))
    response = HttpResponse(status=307)
    response["Location"] = settings.STREAMS_URL + request.get_full_path()
    return own(response)


def check_in(door: Door) -> None:
    if door.is_full:
        raise ProblemError(Problem(NOT_READY, "There are as many streams as this server can keep."))
    if door.over:
        raise Throttled(_RETRY_SECONDS, f"There may be {door.over} streams at a time; close one.")


def open_game(request: Request, game_id: UUID, after: int | None) -> Opening:
    media_type: str = request.accepted_renderer.media_type
    player, first = caller_if_any(request), b""
    if after is None:
        seen = see_now(game_id, player)
        seat, after = seen.seat, seen.folded.seq
        first = FORMS[media_type]("view", json_of(game_answer(seen)), after)
    else:
        game, people = game_get(game_id, player)
        seat = seat_among(people, player)
        check_cursor(after, game.version)
    token = token_of(request)
    wish = Wish(
        source=GameSource(game_id),
        viewer=Viewer(player, seat),
        media_type=media_type,
        cursor=after,
        token=token.pk if token else None,
        expires_at=token.expires_at if token else None,
    )
    return Opening(wish, first)


def see_now(game_id: UUID, player: Player | None) -> Seen:
    """The game as of its row, so that its people are no older: who sits down later comes with an event."""
    game, people = game_get(game_id, player)
    store.states.load(game.id, game.version)
    return see(game, people, player, at=game.version)


def check_cursor(after: int, version: int) -> None:
    if after > version:
        raise ValidationError({"after": [ErrorDetail(f"The log ends at {version}.", "beyond")]})
