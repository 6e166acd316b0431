"""The log of a game, with long polling."""

from __future__ import annotations

from uuid import UUID

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.answers import returns
from games.http.auth import ANYONE
from games.http.cache_headers import NEVER_CHANGES, private_response
from games.http.declared import sends
from games.http.long_poll import Wait, WaitingQuery, check_after, next_page, polled
from games.http.operations import Values, tagged
from games.log import store, wakes
from games.log.entries import Entry
from games.log.viewer import Viewer
from games.reading import answers
from games.reading.finality import final_response
from games.reading.lookup import find, note
from games.reading.past_points import AtQuery
from rules.table.fold import Folded

operation = tagged("play")


class EventsQuery(AtQuery, WaitingQuery):
    """With `at`, `wait` has no effect: the log of a past moment does not grow."""


class Events(APIView):
    required_scopes = {"GET": ANYONE}
    reads_game = ("GET",)

    @operation(
        "listEvents",
        "List events",
        returns(answers.EventList, "the log of the game as you may read it, in order and without gaps."),
        query=EventsQuery,
        conditional=True,
        parameters=[sends("Link", 200)],
    )
    def get(self, request: Request, query: Values, game_id: UUID) -> HttpResponseBase:
        """With `wait` the answer is delayed until there is an event after `after`, or until the time is up;
        it may also come early and empty. `next` is null when there is nothing more yet: to follow the game,
        ask again with the seq of the last event you have as `after`. With `at` the log ends at that moment.

        Of a finished game every page has an ETag and, unless the game is private, may be cached for good.
        """
        after = query["after"]
        found = find(request, game_id)
        folded = found.folded(query.get("at"))
        check_after(query, folded.seq)
        left = folded.seq - after  # newer events are for the next page
        entries = store.entries_of(game_id, after=after, limit=min(query["limit"], left))
        page = log_page(game_id, folded, entries, found.viewer, after)
        note(found, "events")
        if folded.is_finished:
            return final_response(request, found, Response(page), NEVER_CHANGES)
        if entries or "at" in query:
            return private_response(Response(page))
        return private_response(polled(request, page, Wait(wakes.channel(game_id), after, query["wait"])))


def log_page(
    game_id: UUID, folded: Folded, entries: list[Entry], viewer: Viewer, after: int
) -> answers.EventList:
    last = entries[-1]["seq"] if entries else after
    return answers.EventList(
        version=folded.seq,
        hash=folded.hash,
        items=answers.entries_answer(game_id, folded, entries, viewer),
        next=next_page(last, folded.seq),
    )
