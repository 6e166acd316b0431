"""Statistics of rulesets."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.answers import returns
from games.http.auth import OPEN
from games.http.bodies import Query
from games.http.cache_headers import FOR_A_MINUTE, Document
from games.http.operations import Values, tagged
from games.rulesets.refusals import NoSuchRuleset
from games.search import answers
from games.search.models import History
from games.search.statistics import statistics_get
from rules import ruleset

operation = tagged("rulesets")


class StatisticsQuery(Query):
    table = serializers.ChoiceField(
        History.Table.choices,
        required=False,
        help_text="Only games of people, only games of bots, or only mixed ones.",
    )


class RulesetStatistics(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "getRulesetStatistics",
        "Get the statistics of a ruleset",
        returns(
            answers.RulesetStatistics,
            "what all finished public games of a ruleset say together, with the numbers behind it.",
        ),
        query=StatisticsQuery,
        conditional=True,
    )
    def get(self, request: Request, query: Values, ruleset_id: str) -> HttpResponseBase:
        """It has openings, the success of tickets, what routes were worth to those who claimed them, the
        advantage of each place in the order of play, and how long games are. Each row has its `count`; a
        rate of few games says little.
        """
        table = query.get("table")
        try:
            name = ruleset(ruleset_id).name
        except KeyError:
            raise NoSuchRuleset from None
        return Document.of(statistics_get(name, table)).answer(request, FOR_A_MINUTE)
