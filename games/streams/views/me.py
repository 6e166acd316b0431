"""Listening to what concerns you, over all your games."""

from __future__ import annotations

from functools import partial

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.http.auth import caller
from games.log.viewer import Viewer
from games.models import Scope
from games.notices.selectors import newest_number
from games.play.views.my_games import my_games_answer
from games.streams.notices import NoticeSource
from games.streams.request import (
    LAST_EVENT_ID,
    Opening,
    StreamQuery,
    StreamView,
    check_cursor,
    opening,
    stream_answer,
    told_as,
)
from games.streams.schema import MY_STREAM


class MyStream(StreamView):
    required_scopes = {"GET": Scope.READ}

    @extend_schema(
        operation_id="streamMe",
        tags=["me"],
        parameters=[StreamQuery, LAST_EVENT_ID],
        responses=told_as("MyMessage"),
        examples=[*MY_STREAM],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """What concerns you in all your games, as it happens: server-sent events, or NDJSON by `Accept`.

        The first message is `standing`: the number of your newest notice, which is its `id`, and the games
        that wait for you, as `listMyGames` shows them with `turn=mine`. Then comes a `notice` for each thing
        that concerns you, as `listNotices` shows it; its `id` is its number. A turn that comes while the
        stream begins may be in both, but never in neither. With `Last-Event-ID` (or `after`) there is no
        standing, and the notices go on behind that one: nothing is left out and nothing comes twice. Every
        15 seconds a `heartbeat` tells the newest number. The last message is `end`, with the reason. Ignore
        messages, and kinds of notices, that you do not know.

        Its address is `links.stream` of `getMe` and of the index; see `streamGame` for why, and for limits.
        """
        return stream_answer(request, partial(open_mine, request))


def open_mine(request: Request, after: int | None) -> Opening:
    player = caller(request)
    source, viewer, newest = NoticeSource(player), Viewer(player), newest_number(player)
    if after is None:
        # The games are read behind the number: a turn that came between is told again rather than never.
        standing = "standing", {"number": newest, "games": my_games_answer(player, my_turn=True)}
        return opening(request, source, viewer, newest, standing)
    check_cursor(request, after, newest)
    return opening(request, source, viewer, after)
