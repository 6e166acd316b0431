"""Reading the log of a game, and waiting for it to grow."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.auth import ANYONE
from games.http.bodies import read_query
from games.http.caching import private_response
from games.http.json_schema import ref
from games.http.long_poll import WaitingQuery, check_after, next_page, wait_beyond
from games.log import store, wakes
from games.log.fold import Folded
from games.log.viewer import Viewer
from games.play import answers, examples
from games.play.moments import AtQuery
from games.play.selectors import version_now
from games.play.views.lookup import find, note


class EventsQuery(AtQuery, WaitingQuery):
    """A past moment has an end: there is nothing to wait for."""


class Events(APIView):
    required_scopes = {"GET": ANYONE}

    @extend_schema(
        operation_id="listEvents",
        summary="List events",
        tags=["play"],
        examples=[examples.LOG],
        parameters=[EventsQuery],
        responses={200: ref("EventList")},
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Returns the log of the game as you may read it, in order and without gaps.

        With `wait` the answer is delayed until there is an event after `after`, or until the time is up;
        it may also come early and empty. `next` is null when there is nothing more yet: to follow the game,
        ask again with the seq of the last event you have as `after`. With `at` the log ends at that moment.
        """
        query = read_query(EventsQuery, request)
        after = query["after"]
        folded, viewer = self.looked_at(request, game_id, query)
        left = max(0, folded.seq - after)  # what was added since is for the next page
        entries = store.entries_of(game_id, after=after, limit=min(query["limit"], left))
        return private_response(Response(log_page(folded, entries, viewer, after)))

    def looked_at(self, request: Request, game_id: UUID, query: dict[str, Any]) -> tuple[Folded, Viewer]:
        """The game as it was at the moment asked for, or as it is, waited for if need be."""
        found = find(request, game_id)
        if "at" in query:
            folded = found.folded(query["at"])
            check_after(query["after"], folded.seq)
        else:
            check_after(query["after"], found.game.version)
            version = wait_beyond(
                query["after"],
                found.game.version,
                query["wait"],
                channel=wakes.channel(game_id),
                newest=lambda: version_now(game_id),
            )
            folded = store.states.load(game_id, version)
        note(found, "events")
        return folded, found.viewer


def log_page(folded: Folded, entries: list[Any], viewer: Viewer, after: int) -> dict[str, Any]:
    last = entries[-1]["seq"] if entries else after
    return {
        "version": folded.seq,
        "hash": folded.hash,
        "items": answers.entries_answer(folded, entries, viewer),
        "next": next_page(last, folded.seq),
    }
