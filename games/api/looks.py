"""GET /games/{id}/looks: what auditors looked at, for the players to read."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api import audit_examples as examples
from games.api.auth import ANYONE
from games.api.bodies import NoQuery, read_query
from games.api.looking import find
from games.api.play import own
from games.api.typed import ref
from games.models import Game, Look
from games.refusals import NotFinished
from games.selectors.looks import look_list
from games.store import timestamp

OVER: Final = (Game.Status.FINISHED, Game.Status.ARCHIVED, Game.Status.CLOSED)


class Looks(APIView):
    required_scopes = {"GET": ANYONE}

    @extend_schema(
        operation_id="listLooks", tags=["audit"], responses={200: ref("Looks")}, examples=[examples.LOOKS]
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """What auditors looked at by virtue of their assignment, and when; to be read after the end."""
        read_query(NoQuery, request)
        game = find(request, game_id).game
        if game.status not in OVER:
            raise NotFinished(status=game.status)
        items = [look_answer(found) for found in look_list(game)]
        return own(Response({"version": game.version, "hash": game.hash, "items": items}))


def look_answer(found: Look) -> dict[str, Any]:
    return {
        "auditor": found.player.name,
        "what": found.what,
        "version": found.version,
        "at": timestamp(found.at),
    }
