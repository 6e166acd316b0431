"""Search over finished games."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.histories import examples
from games.histories.query import SearchQuery, question_from
from games.histories.search import ORDER, Question, found_games
from games.http.auth import OPEN, caller_id
from games.http.bodies import read_query
from games.http.json_schema import ref
from games.http.pages import page_of
from games.log import replica
from games.log.plans import planned_by_values
from games.models import History
from games.play.summaries import summaries


class GameSearch(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(
        operation_id="searchGames",
        summary="Search finished games",
        tags=["audits"],
        parameters=[SearchQuery],
        responses={200: ref("FoundGameList")},
        examples=[examples.FOUND],
    )
    def get(self, request: Request) -> Response:
        """Returns finished public games in which all of this holds, the last that ended first.

        A game is found some seconds after its end. Games that are played, private or imported, and test
        tables, are never found.
        """
        query = read_query(SearchQuery, request)
        with replica.listing(caller_id(request)):
            ids, following = page_of_games(question_from(query), query)
            return Response({"items": found_answers(ids), "next": following})


def page_of_games(question: Question, query: dict[str, Any]) -> tuple[list[UUID], str | None]:
    """What a search costs depends on its values, so it is planned with them."""
    rows = found_games(question)
    with planned_by_values(rows.db):
        page, following = page_of(rows, query, order=ORDER)
    return [row.game_id for row in page], following


def found_answers(ids: list[UUID]) -> list[dict[str, Any]]:
    histories = History.objects.in_bulk(ids)
    return [{**found, **_told(histories[UUID(str(found["id"]))])} for found in summaries(ids)]


def _told(history: History) -> dict[str, Any]:
    return {"actions": history.actions, "ended": history.ended, "table": history.table}
