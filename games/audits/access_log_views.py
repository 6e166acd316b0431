"""The games assigned to an auditor, and the log of auditors' accesses, which players can read."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

import msgspec
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.audits import answers
from games.http.answers import returns
from games.http.auth import ANYONE, caller
from games.http.bodies import read_query
from games.http.cache_headers import private_response
from games.http.declared import may_refuse
from games.http.pagination import PageQuery, page_of
from games.reading.access_log import assigned_games, look_list
from games.reading.answers import GameList
from games.reading.lookup import find
from games.reading.models import Look
from games.reading.refusals import NotFinished
from games.reading.summaries import summaries
from rules.table.state import OVER


class Looks(APIView):
    required_scopes = {"GET": ANYONE}

    @may_refuse(NotFinished)
    @extend_schema(
        operation_id="listLooks",
        summary="List auditors' accesses",
        tags=["audits"],
        parameters=[PageQuery],
        responses=returns(
            answers.LookList, "what auditors have read of a game by virtue of their assignment, and when."
        ),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Available once the game is over; before that the answer is `not_finished`."""
        query = read_query(PageQuery, request)
        game = find(request, game_id).game
        if game.status not in OVER:
            raise NotFinished(status=game.status)
        page, following = page_of(look_list(game), query, order=("at", "id"))
        items = [answers.Look.of(found) for found in page]
        looks = answers.LookList(version=game.version, hash=game.hash, items=items, next=following)
        return private_response(Response(looks))


class MyAudits(APIView):
    required_scopes = {"GET": Scope.AUDIT}

    @extend_schema(
        operation_id="listMyAudits",
        summary="List the games assigned to you",
        tags=["audits"],
        parameters=[PageQuery],
        responses=returns(
            GameList, "the games you are assigned to audit, private ones included, newest first."
        ),
    )
    def get(self, request: Request) -> Response:
        """Listing them does not count as an access."""
        query = read_query(PageQuery, request)
        games = assigned_games(caller(request))
        page, following = page_of(games, query, order=("-created_at", "-id"))
        return Response(GameList(items=summaries([game.id for game in page]), next=following))


def look_answer(found: Look) -> dict[str, Any]:
    """For reports."""
    return cast("dict[str, Any]", msgspec.to_builtins(answers.Look.of(found)))
