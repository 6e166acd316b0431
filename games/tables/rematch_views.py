"""Rematches over HTTP."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.auth import caller
from games.moves.preconditions import keyed_request, opens
from games.reading import answers
from games.reading.refusals import NotFinished, NotSeated
from games.tables.refusals import (
    RematchExists,
    TooManyOpenTables,
    TooManyTables,
    TooManyTestTables,
    UnknownBot,
)
from games.tables.rematch import game_rematch
from games.tables.views import open_table, table_response


class Rematch(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @opens(
        "rematch",
        "Open a rematch",
        open_table("The table of the rematch."),
        refuses=[
            *(NotFinished, NotSeated, RematchExists, UnknownBot, TooManyOpenTables),
            *(TooManyTables, TooManyTestTables),
        ],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Opens a table with the same settings and bots after a finished game and returns it.

        You become its host and take a seat. The other players are invited and told, and a seat is held for
        each, also at a private table; `withdrawInvitation` frees it. A game can have one rematch: the
        second request is refused with `rematch_exists`, which names the table that was opened first.
        """
        outcome = game_rematch(game_id, caller(request), keyed=keyed_request(request))
        response = table_response(outcome, caller(request), status=201)
        response["Location"] = answers.links(outcome.game).self
        return response
