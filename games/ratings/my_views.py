"""One's own results and statistics, private games included."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import returns
from games.http.auth import caller
from games.http.bodies import Query, Time, read_query
from games.http.cache_headers import private_response
from games.http.pagination import PageQuery, page_of
from games.ratings import answers
from games.ratings.own_results import my_results, statistics

_OPPONENT = "The name of a player or of a bot: only games with them."


class ResultsQuery(PageQuery):
    ruleset = serializers.CharField(
        required=False,
        max_length=40,
        help_text="Only this ruleset: `london@1`, or `london` for all versions.",
    )
    opponent = serializers.CharField(required=False, max_length=40, help_text=_OPPONENT)
    won = serializers.BooleanField(required=False, help_text="Only games that you won, or only the others.")
    since = Time(required=False, help_text="Only games that ended at this time or later.")
    until = Time(required=False, help_text="Only games that ended before this time.")


class StatisticsQuery(Query):
    opponent = serializers.CharField(required=False, max_length=40, help_text=_OPPONENT)


class MyResults(APIView):
    required_scopes = {"GET": Scope.READ}

    @extend_schema(
        operation_id="listMyResults",
        summary="List your results",
        tags=["me"],
        parameters=[ResultsQuery],
        responses=returns(
            answers.MyResultList,
            "the results of your finished games, private ones too, the newest first.",
        ),
    )
    def get(self, request: Request) -> Response:
        query = read_query(ResultsQuery, request)
        filters = {name: value for name, value in query.items() if name not in ("limit", "cursor")}
        rows = my_results(caller(request), **filters)
        page, following = page_of(rows, query, order=("-finished_at", "-game_id"))
        items = [answers.Result.of(row) for row in page]
        return private_response(Response(answers.MyResultList(items=items, next=following)))


class MyStatistics(APIView):
    required_scopes = {"GET": Scope.READ}

    @extend_schema(
        operation_id="getMyStatistics",
        summary="Get your statistics",
        tags=["me"],
        parameters=[StatisticsQuery],
        responses=returns(
            answers.Statistics,
            "how you did in each game you have finished, private ones too.",
            answers.OVER_ALL,
            answers.HEAD_TO_HEAD,
        ),
    )
    def get(self, request: Request) -> Response:
        """With `opponent` only games with that player or bot count, and `head_to_head` compares the two of
        you.
        """
        query = read_query(StatisticsQuery, request)
        found = statistics(caller(request), query.get("opponent"))
        items = [answers.GameStatistics.of(one) for one in found]
        return private_response(Response(answers.Statistics(items=items, next=None)))
