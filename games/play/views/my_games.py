"""One's own games."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.auth import caller
from games.http.bodies import Query, read_query
from games.http.json_schema import ref
from games.models import Player, Scope
from games.play import examples
from games.play.selectors import my_games
from games.play.views.tables import summaries

MAX_GAMES: Final = 200


class MyGamesQuery(Query):
    turn = serializers.ChoiceField(
        ["mine"], required=False, help_text="Only games that wait for your action."
    )


class MyGames(APIView):
    required_scopes = {"GET": Scope.READ}

    @extend_schema(
        operation_id="listMyGames",
        summary="List your games",
        examples=[examples.MINE],
        tags=["games"],
        parameters=[MyGamesQuery],
        responses={200: ref("MyGameList")},
    )
    def get(self, request: Request) -> Response:
        """Returns the unfinished games in which you have a seat, most urgent first.

        Games that wait for you come first, then those with the nearest deadline. The list is not paged; it
        contains at most 200 games.
        """
        query = read_query(MyGamesQuery, request)
        return Response({"next": None, "items": my_games_answer(caller(request), my_turn="turn" in query)})


def my_games_answer(player: Player, *, my_turn: bool) -> list[dict[str, Any]]:
    games = list(my_games(player, my_turn=my_turn)[:MAX_GAMES])
    listed = zip(games, summaries(games), strict=True)
    return [{**summary, "my_turn": vars(game)["is_my_turn"]} for game, summary in listed]
