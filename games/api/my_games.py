"""One's own games."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api import examples
from games.api.auth import caller
from games.api.bodies import Query, read_query
from games.api.tables import summaries
from games.api.typed import ref
from games.models import Scope
from games.selectors.games import my_games


class MyGamesQuery(Query):
    turn = serializers.ChoiceField(["mine"], required=False, help_text="Only games that wait for you.")


class MyGames(APIView):
    required_scopes = {"GET": Scope.READ}
    most = 200

    @extend_schema(
        operation_id="listMyGames",
        examples=[examples.MINE],
        tags=["games"],
        parameters=[MyGamesQuery],
        responses={200: ref("MyGames")},
    )
    def get(self, request: Request) -> Response:
        """The games you have a seat at and that are not over, the most urgent first; at most 200."""
        query = read_query(MyGamesQuery, request)
        games = list(my_games(caller(request), my_turn="turn" in query)[: self.most])
        listed = zip(games, summaries(games), strict=True)
        entries = [{**summary, "my_turn": vars(game)["is_my_turn"]} for game, summary in listed]
        return Response({"items": entries})
