"""One's own results and statistics, private games included."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.answer import Answer
from games.http.auth import caller
from games.http.bodies import Query, Time, read_query
from games.http.cache_headers import private_response
from games.http.examples import answered
from games.http.pages import Next, PageQuery, page_of
from games.models import Scope
from games.ratings.history import Statistics, my_results, statistics
from games.ratings.views import RECORD_EXAMPLE, ResultSerializer

_OPPONENT = "The name of a player or of a bot: only games with them."
_RESULTS = answered("Your newest", {"items": RECORD_EXAMPLE["results"], "next": None})
_OF_A_GAME = {
    "ruleset": "london",
    "title": "London",
    "games": 12,
    "wins": 7,
    "left": 1,
    "mean_score": 31.42,
    "best_score": 44,
    "worst_score": 12,
    "last_at": "2026-01-31T19:00:00Z",
}
_HEAD_TO_HEAD = {"ahead": 6, "even": 1, "behind": 5, "their_wins": 5, "their_mean_score": 29.5}
_STATISTICS = (
    answered("Over all", {"items": [_OF_A_GAME], "next": None}),
    answered("Head to head", {"items": [{**_OF_A_GAME, "head_to_head": _HEAD_TO_HEAD}], "next": None}),
)


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


class MyResultListSerializer(serializers.Serializer[Any]):
    items = ResultSerializer(many=True)
    next = Next()


class HeadToHeadSerializer(serializers.Serializer[Any]):
    ahead = serializers.IntegerField(help_text="Games in which you had a better place.")
    even = serializers.IntegerField(help_text="Games in which you shared a place.")
    behind = serializers.IntegerField(help_text="Games in which the opponent had a better place.")
    their_wins = serializers.IntegerField()
    their_mean_score = serializers.FloatField()


class GameStatisticsSerializer(Answer[dict[str, Any]]):
    ruleset = serializers.CharField(help_text="The game, over all its versions.")
    title = serializers.CharField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="Alone or shared.")
    left = serializers.IntegerField(help_text="Games in which a stand-in decided for you.")
    mean_score = serializers.FloatField()
    best_score = serializers.IntegerField()
    worst_score = serializers.IntegerField()
    last_at = serializers.DateTimeField(help_text="When the newest of them ended.")
    head_to_head = HeadToHeadSerializer(required=False, help_text="Only with `opponent`.")


class StatisticsSerializer(serializers.Serializer[Any]):
    items = GameStatisticsSerializer(many=True)
    next = Next()


class MyResults(APIView):
    required_scopes = {"GET": Scope.READ}

    @extend_schema(
        operation_id="listMyResults",
        summary="List your results",
        tags=["me"],
        parameters=[ResultsQuery],
        responses=MyResultListSerializer,
        examples=[_RESULTS],
    )
    def get(self, request: Request) -> Response:
        """Returns the results of your finished games, private ones too, the newest first."""
        query = read_query(ResultsQuery, request)
        filters = {name: value for name, value in query.items() if name not in ("limit", "cursor")}
        rows = my_results(caller(request), **filters)
        page, following = page_of(rows, query, order=("-finished_at", "-game_id"))
        answer = {"items": [ResultSerializer(row).data for row in page], "next": following}
        return private_response(Response(answer))


class MyStatistics(APIView):
    required_scopes = {"GET": Scope.READ}

    @extend_schema(
        operation_id="getMyStatistics",
        summary="Get your statistics",
        tags=["me"],
        parameters=[StatisticsQuery],
        responses=StatisticsSerializer,
        examples=[*_STATISTICS],
    )
    def get(self, request: Request) -> Response:
        """Returns how you did in each game you have finished, private ones too.

        With `opponent` only games with that player or bot count, and `head_to_head` compares the two of you.
        """
        query = read_query(StatisticsQuery, request)
        found = statistics(caller(request), query.get("opponent"))
        return private_response(Response({"items": [_plain(one) for one in found], "next": None}))


def _plain(found: Statistics) -> dict[str, Any]:
    sums = found.sums
    answer = {
        "ruleset": found.ruleset,
        "title": found.title,
        **{name: sums[name] for name in ("games", "wins", "left", "last_at")},
        "mean_score": found.mean("points"),
        "best_score": sums["best"],
        "worst_score": sums["worst"],
    }
    if "ahead" in sums:
        answer["head_to_head"] = {
            **{name: sums[name] for name in ("ahead", "behind", "their_wins")},
            "even": found.games - sums["ahead"] - sums["behind"],
            "their_mean_score": found.mean("their_points"),
        }
    whole: dict[str, Any] = GameStatisticsSerializer(answer).data
    return whole
