"""The games assigned to an auditor, and the log of auditors' accesses, which players can read."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

import msgspec
from rest_framework.request import Request
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.audits import answers
from games.http.answers import returns
from games.http.auth import ANYONE, caller
from games.http.operations import Values, tagged
from games.http.pagination import PageQuery, page_of
from games.reading.access_log import assigned_games, look_list
from games.reading.answers import GameList
from games.reading.lookup import find
from games.reading.models import Look
from games.reading.refusals import NotFinished
from games.reading.summaries import summaries
from rules.table.state import OVER

operation = tagged("audits")


class Looks(APIView):
    required_scopes = {"GET": ANYONE}

    @operation(
        "listLooks",
        "List auditors' accesses",
        returns(
            answers.LookList, "what auditors have read of a game by virtue of their assignment, and when."
        ),
        query=PageQuery,
        refuses=[NotFinished],
        private=True,
    )
    def get(self, request: Request, query: Values, game_id: UUID) -> answers.LookList:
        """Available once the game is over; before that the answer is `not_finished`.

        The looks are a chain of hashes: each is SHA-256 over the hash before it, at first 64 zeros, and the
        canonical JSON of `game`, the id of the game on this server, `number`, `at`, `what`, `version` and
        `account`. An hour later the public log has how many there are, and the last hash (`game_looks`): from
        then on nobody can delete one unnoticed.
        """
        game = find(request, game_id).game
        if game.status not in OVER:
            raise NotFinished(status=game.status)
        page, following = page_of(look_list(game), query, order=("number",))
        items = [answers.Look.of(found) for found in page]
        return answers.LookList(version=game.version, hash=game.hash, items=items, next=following)


class MyAudits(APIView):
    required_scopes = {"GET": Scope.AUDIT}

    @operation(
        "listMyAudits",
        "List the games assigned to you",
        returns(GameList, "the games you are assigned to audit, private ones included, newest first."),
        query=PageQuery,
    )
    def get(self, request: Request, query: Values) -> GameList:
        """Listing them does not count as an access."""
        games = assigned_games(caller(request))
        page, following = page_of(games, query, order=("-created_at", "-id"))
        return GameList(items=summaries([game.id for game in page]), next=following)


def look_answer(found: Look) -> dict[str, Any]:
    """For reports."""
    return cast("dict[str, Any]", msgspec.to_builtins(answers.Look.of(found)))
