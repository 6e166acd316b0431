"""An auditor's look: by a token with the scope `audit`, at a game that was assigned, and always noted."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.auth import ANYONE, caller_if_any, token_of
from games.api.bodies import NoQuery, read_query
from games.api.play import own
from games.api.typed import ref
from games.models import Game, Scope
from games.refusals import NotFinished
from games.selectors.games import Moment, Seen, game_get, game_see, see
from games.selectors.looks import look_list, may_see_all
from games.services.looking import look_note
from games.store import timestamp


def assigned_game(request: Request, game_id: UUID) -> Game | None:
    """The game, if the caller may see everything of it."""
    token = token_of(request)
    if token is None or Scope.AUDIT not in token.scopes:
        return None
    game = Game.objects.filter(pk=game_id).first()
    return game if game and may_see_all(game, token.player) else None


def look(request: Request, game_id: UUID, what: str, at: Moment | None) -> tuple[Seen, bool]:
    """The game as the caller sees it, and whether they see all of it; in that case it is noted."""
    game = assigned_game(request, game_id)
    if game is None:
        return game_see(game_id, caller_if_any(request), at=at), False
    note(request, game, what)
    return see(game, {}, None, at=at), True


def note(request: Request, game: Game, what: str) -> None:
    token = token_of(request)
    if token is not None:
        look_note(game, token.player, what)


class Looks(APIView):
    required_scopes = {"GET": ANYONE}

    @extend_schema(operation_id="listLooks", tags=["audit"], responses={200: ref("Looks")})
    def get(self, request: Request, game_id: UUID) -> Response:
        """Who looked behind the seals while they were closed, and when; to be read after the end."""
        read_query(NoQuery, request)
        game, _ = game_get(game_id, caller_if_any(request))
        if game.status not in (Game.Status.FINISHED, Game.Status.ARCHIVED):
            raise NotFinished(status=game.status)
        items = [
            {
                "auditor": found.player.name,
                "what": found.what,
                "version": found.version,
                "at": timestamp(found.at),
            }
            for found in look_list(game)
        ]
        return own(Response({"version": game.version, "hash": game.hash, "items": items}))
