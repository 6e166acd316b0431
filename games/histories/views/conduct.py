"""Evidence of conduct, for auditors of the games it is about. Operators have the command `conduct`."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.selectors import player_get
from games.histories import examples
from games.histories.evidence import MOST_GAMES, game_conduct, games_of_both, pair_conduct
from games.http.auth import caller
from games.http.bodies import NoQuery, read_query
from games.http.cache_headers import private_response
from games.http.declared import may_refuse
from games.http.heavy import heavy
from games.http.json_schema import ref
from games.http.problems import OVERLOADED
from games.models import Game, Scope
from games.play.access_log import assigned_games, look_note
from games.play.views.lookup import find, note
from games.refusals.audits import NotAssigned
from games.refusals.requests import NotFound
from games.refusals.tables import NotFinished


class GameConduct(APIView):
    required_scopes = {"GET": Scope.AUDIT}

    @may_refuse(NotAssigned, NotFinished, OVERLOADED)
    @extend_schema(
        operation_id="getGameConduct",
        summary="Get evidence of conduct in a game",
        tags=["audits"],
        responses={200: ref("GameConduct")},
        examples=[examples.CONDUCT],
    )
    @heavy
    def get(self, request: Request, game_id: UUID) -> Response:
        """Returns how the people of a finished game behaved, as counts beside their base rates.

        Thinking times, time-outs and hand-overs of each seat; and for each pair whether their times were
        alike and, from three seats on, how often one got in the way of the other. The base rates are those
        of the ruleset with as many seats. `chance` is how often so much happens by itself: evidence, never
        a verdict. Networks and devices are not used. Only for auditors who are assigned to the game, and
        each access is recorded.
        """
        read_query(NoQuery, request)
        found = find(request, game_id)
        if not found.viewer.sees_all:
            raise NotAssigned
        if found.game.status != Game.Status.FINISHED:
            raise NotFinished(status=found.game.status)
        answer = game_conduct(found.game)
        note(found, "conduct")
        return private_response(Response(answer))


class PairConduct(APIView):
    required_scopes = {"GET": Scope.AUDIT}

    @may_refuse(OVERLOADED)
    @extend_schema(
        operation_id="getPairConduct",
        summary="Get evidence of conduct of two players",
        tags=["audits"],
        responses={200: ref("PairConduct")},
        examples=[examples.PAIR],
    )
    @heavy
    def get(self, request: Request, name: str, other: str) -> Response:
        """Returns how two players behaved in the games of both that you are assigned to audit.

        Thinking times, time-outs and hand-overs of each, whether their times were alike, and how often the
        first got in the way of the second; by ruleset and number of seats, since each has base rates of its
        own. The newest 50 finished games count, test tables do not. Each access is recorded in each of them.
        """
        read_query(NoQuery, request)
        one, two = player_get(name), player_get(other)
        if one is None or two is None:
            raise NotFound
        shared = list(games_of_both(assigned_games(caller(request)), one, two)[:MOST_GAMES])
        for game in shared:
            look_note(game, caller(request), "conduct")
        return private_response(Response(pair_conduct(one, two, shared)))
