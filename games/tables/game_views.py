"""A game as its viewer may see it, and the name of its table."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponseNotModified
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import answer
from games.http.auth import ANYONE, caller
from games.http.cache_headers import private_response
from games.http.declared import asked, sends
from games.http.operations import Values, tagged
from games.log.models import Game
from games.reading import answers, examples
from games.reading.lookup import find, note
from games.reading.past_points import OpenQuery
from games.reading.refusals import NotFinished
from games.tables.lobby import table_rename
from games.tables.refusals import NotHost
from games.tables.table_names import TableChangeBody
from rules.table.checks import TableNotOpen
from rules.table.fold import Folded

operation = tagged("games")


class GameDetail(APIView):
    required_scopes = {"GET": ANYONE, "PATCH": Scope.PLAY}
    reads_game = ("GET",)

    @operation(
        "getGame",
        "Get a game",
        answer(answers.Game, "The table as you may see it."),
        query=OpenQuery,
        refuses=[NotFinished],
        conditional=True,
    )
    def get(self, request: Request, query: Values, game_id: UUID) -> HttpResponseBase:
        """Returns the table as you may see it: seats, clocks and, once it has started, the game.

        Players see their own hand, spectators only public information. A private table exists for its
        players, its host and its auditors; everyone else gets 404. With `at` the seats and the game are
        those of that moment, while players' names are always the current ones. A moment is shown as it was
        seen then; after the end `open=true` shows every hand at every moment.

        An auditor whose token has the scope `audit` sees every hand of a game assigned to them, here and
        in all other answers about it. Each access is recorded and can be read with `listLooks`.
        """
        found = find(request, game_id)
        shown = found.opened() if query["open"] else found
        folded = found.folded(query.get("at"))
        note(found, "table")
        if is_known(request, found.game, folded):
            return with_etag(HttpResponseNotModified(), folded)
        return with_etag(Response(answers.game_answer(shown, folded)), folded)

    @operation(
        "renameTable",
        "Name a table",
        answer(answers.Game, "The table.", ("The table", {**examples.TABLE, "name": "Friday evening"})),
        body=TableChangeBody,
        refuses=[NotHost, TableNotOpen],
        parameters=[sends("ETag", 200)],
        examples=[asked("A name", {"name": "Friday evening"})],
    )
    def patch(self, request: Request, body: Values, game_id: UUID) -> HttpResponseBase:
        """Gives your open table another name, or none, and returns the table. Only the host can do this."""
        table_rename(game_id, caller(request), body["name"])
        found = find(request, game_id)
        folded = found.folded()
        return with_etag(Response(answers.game_answer(found, folded)), folded)


def is_known(request: Request, game: Game, folded: Folded) -> bool:
    tags = request.META.get("HTTP_IF_NONE_MATCH", "")
    if game.rematch_id or game.status == Game.Status.OPEN:  # what the log does not have may have changed
        return False
    return f'"{folded.hash}"' in tags or tags.strip() == "*"


def with_etag(response: HttpResponseBase, folded: Folded) -> HttpResponseBase:
    response["ETag"] = f'"{folded.hash}"'
    return private_response(response)
