"""The stream of a player's notices."""

from __future__ import annotations

from functools import partial

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from games.accounts.models import Scope
from games.http.auth import caller
from games.http.operations import Values, tagged
from games.http.problems import NOT_READY, OVERLOADED, SERVED_ELSEWHERE
from games.log.viewer import Viewer
from games.notices.selectors import notice_numbers
from games.reading.my_game_views import waiting_games
from games.streams import answers
from games.streams.notices import NoticeSource
from games.streams.request import (
    LAST_EVENT_ID,
    Opening,
    StreamQuery,
    StreamView,
    check_cursor,
    opening,
    stream_answer,
)
from games.streams.stream import Span

operation = tagged("streams")


class MyStream(StreamView):
    required_scopes = {"GET": Scope.READ}

    @operation(
        "streamMe",
        "Stream your notices",
        answers.stream_responses(answers.MyMessage, answers.MINE),
        query=StreamQuery,
        refuses=[NOT_READY, OVERLOADED, SERVED_ELSEWHERE],
        parameters=[LAST_EVENT_ID],
    )
    def get(self, request: Request, query: Values) -> HttpResponseBase:
        """Streams your notices as they arise, as server-sent events or NDJSON.

        The first message is `standing`: the number of your newest notice, which is its `id`, and the games
        that wait for you, as `listMyGames` returns them with `turn=mine`. It is followed by a `notice` for
        each new notice, as `listNotices` returns it; its `id` is its number. A turn that begins while the
        stream starts may be in both, but is never in neither. With `Last-Event-ID` or `after` there is no
        `standing` and the stream resumes after that notice, without gaps or repetitions; if some of those
        after it are no longer kept, it begins with `standing` after all, goes on from there, and `forgotten`
        is the number of the last one that is gone. A `heartbeat`
        every 15 seconds tells the newest number. The last message is `end`, with the reason. Ignore
        messages and kinds of notices that you do not know.

        Use the address in `links.stream` of `getMe`; `streamGame` explains why, and describes the limits.
        """
        return stream_answer(request, query, partial(open_mine, request))


def open_mine(request: Request, *, after: int | None) -> Opening:
    player = caller(request)
    source, viewer, (newest, forgotten) = NoticeSource(player), Viewer(player), notice_numbers(player)
    if after is not None:
        check_cursor(request, after, newest)
        if after >= forgotten:
            return opening(request, source, viewer, Span(after, newest))
    # The games are read after the number: a turn that begins in between is sent twice rather than never.
    standing = answers.MyStanding(number=newest, forgotten=forgotten, games=waiting_games(player))
    begin = newest if after is None else forgotten
    first = answers.StandingMessage(id=begin, data=standing)
    return opening(request, source, viewer, Span(begin, newest), first=first)
