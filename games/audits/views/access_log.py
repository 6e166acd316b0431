"""The games assigned to an auditor, and the log of auditors' accesses, which players can read."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.audits import examples
from games.http.auth import ANYONE, caller
from games.http.bodies import read_query
from games.http.cache_headers import private_response
from games.http.declared import may_refuse
from games.http.json_schema import ref
from games.http.pages import PageQuery, page_of
from games.models import Look, Scope
from games.play import examples as game_examples
from games.play.access_log import assigned_games, look_list
from games.play.summaries import summaries
from games.play.views.lookup import find
from games.refusals.tables import NotFinished
from rules.table.clock import timestamp
from rules.table.state import OVER


class Looks(APIView):
    required_scopes = {"GET": ANYONE}

    @may_refuse(NotFinished)
    @extend_schema(
        operation_id="listLooks",
        summary="List auditors' accesses",
        tags=["audits"],
        parameters=[PageQuery],
        responses={200: ref("LookList")},
        examples=[examples.LOOKS],
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Returns what auditors have read of a game by virtue of their assignment, and when.

        Available once the game is over; before that the answer is `not_finished`.
        """
        query = read_query(PageQuery, request)
        game = find(request, game_id).game
        if game.status not in OVER:
            raise NotFinished(status=game.status)
        page, following = page_of(look_list(game), query, order=("at", "id"))
        items = [look_answer(found) for found in page]
        return private_response(
            Response({"version": game.version, "hash": game.hash, "items": items, "next": following})
        )


class MyAudits(APIView):
    required_scopes = {"GET": Scope.AUDIT}

    @extend_schema(
        operation_id="listMyAudits",
        summary="List the games assigned to you",
        tags=["audits"],
        parameters=[PageQuery],
        responses={200: ref("GameList")},
        examples=[game_examples.LISTED],
    )
    def get(self, request: Request) -> Response:
        """Returns the games you are assigned to audit, private ones included, newest first.

        Listing them does not count as an access.
        """
        query = read_query(PageQuery, request)
        games = assigned_games(caller(request))
        page, following = page_of(games, query, order=("-created_at", "-id"))
        return Response({"items": summaries([game.id for game in page]), "next": following})


def look_answer(found: Look) -> dict[str, Any]:
    return {
        "auditor": found.player.name,
        "what": found.what,
        "version": found.version,
        "at": timestamp(found.at),
    }
