"""The stream of a game."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from games.http.auth import ANYONE
from games.http.operations import Values, tagged
from games.http.problems import NOT_READY, OVERLOADED, SERVED_ELSEWHERE
from games.log import store
from games.reading.answers import game_answer
from games.reading.lookup import find, note
from games.reading.visibility import VisibleGame, is_visible_uninvited
from games.streams import answers
from games.streams.game_log import GameSource
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
from rules.table.fold import Folded

operation = tagged("streams")


class GameStreamQuery(StreamQuery):
    view = serializers.BooleanField(
        default=False, help_text="Send the new view with each change, instead of the events."
    )


class GameStream(StreamView):
    required_scopes = {"GET": ANYONE}
    reads_game = ("GET",)

    @operation(
        "streamGame",
        "Stream a game",
        answers.stream_responses(answers.GameMessage, answers.GAME),
        query=GameStreamQuery,
        refuses=[NOT_READY, OVERLOADED, SERVED_ELSEWHERE],
        parameters=[LAST_EVENT_ID],
    )
    def get(self, request: Request, query: Values, game_id: UUID) -> HttpResponseBase:
        """Streams the log as it grows, as server-sent events or NDJSON.

        Send `Accept: application/x-ndjson` for NDJSON.

        The first message is `view`, the table as `getGame` returns it; its `id` is the version. It is
        followed by an `event` for each new entry of the log; its `id` is the seq. `data.event` is the entry
        as `listEvents` returns it. Beside it, `version` and `to_act` say how the game stood when the message
        was made: one action can cause several events, and the seats to act are those after the last of
        them. If you have to act, `moment` says what to decide. A `heartbeat` every 15 seconds says the same.

        A `message` says that there is a new message on the board of your table, which `listMessages`
        returns. It has no `id` and is not repeated.

        With `view=true` there are no events: whenever something has changed, the stream sends a `view`.
        If changes come faster than they can be sent, only the newest view is.

        With `Last-Event-ID` or `after` there is no first view and the stream resumes after that event,
        without gaps or repetitions. The last message is `end`, with the reason. Ignore messages of a kind
        you do not know.

        Use the address in `links.stream`. Where streams have an origin of their own, a request here is
        redirected (307), or refused with `served_elsewhere` if it carries a token, which most clients would
        not forward; `context.url` is the address. A player can have 200 streams and waiting requests
        at a time, an address without a token 50; more are refused with `throttled`.
        """
        return stream_answer(request, query, partial(open_game, request, game_id))


def open_game(request: Request, game_id: UUID, *, after: int | None, view: bool) -> Opening:
    found, first = find(request, game_id), None
    newest = found.game.version
    if after is None:
        after, view_now = newest, game_answer(found, folded_now(found))
        first = answers.ViewMessage(id=newest, data=view_now)
    else:
        check_cursor(request, after, newest)
    note(found, "stream")
    span, source = Span(after, newest), GameSource(game_id)
    is_guest = not is_visible_uninvited(found.game, found.viewer)
    return opening(request, source, found.viewer, span, first=first, wants_views=view, is_guest=is_guest)


def folded_now(found: VisibleGame) -> Folded:
    """At exactly the version of the row and the players read with it: later ones follow as events."""
    store.states.load(found.game.id, found.game.version)
    return found.folded(found.game.version)
