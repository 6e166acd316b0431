"""One's own results and statistics, private games included."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import List, returns
from games.http.auth import caller
from games.http.bodies import Query, Time
from games.http.operations import Values, tagged
from games.http.pagination import PageQuery, listed
from games.ratings import answers
from games.ratings.own_results import my_results, statistics

operation = tagged("me")

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

    @operation(
        "listMyResults",
        "List your results",
        returns(
            answers.MyResultList, "the results of your finished games, private ones too, the newest first."
        ),
        query=ResultsQuery,
        private=True,
    )
    def get(self, request: Request, query: Values) -> List[answers.Result]:
        filters = {name: value for name, value in query.items() if name not in ("limit", "cursor")}
        rows = my_results(caller(request), **filters)
        return listed(answers.Result.of, rows, query, order=("-finished_at", "-game_id"))


class MyStatistics(APIView):
    required_scopes = {"GET": Scope.READ}

    @operation(
        "getMyStatistics",
        "Get your statistics",
        returns(
            answers.Statistics,
            "how you did in each game you have finished, private ones too.",
            answers.OVER_ALL,
            answers.HEAD_TO_HEAD,
        ),
        query=StatisticsQuery,
        private=True,
    )
    def get(self, request: Request, query: Values) -> answers.Statistics:
        """With `opponent` only games with that player or bot count, and `head_to_head` compares the two of
        you.
        """
        found = statistics(caller(request), query.get("opponent"))
        items = [answers.GameStatistics.of(one) for one in found]
        return answers.Statistics(items=items, next=None)
