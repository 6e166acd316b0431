"""The door to every read of a game: who asks, what they may see, and a note of it if that is everything.

An auditor sees behind the seals with a token of the scope `audit`, of games that were assigned to them.
"""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request

from games.http.auth import caller_if_any, token_of
from games.models import Scope
from games.play.access_log import look_note
from games.play.selectors import Moment, Seen
from games.play.visibility import Found, game_find


def find(request: Request, game_id: UUID) -> Found:
    token = token_of(request)
    return game_find(
        game_id, caller_if_any(request), audits=token is not None and Scope.AUDIT in token.scopes
    )


def note(found: Found, what: str) -> None:
    """Call it when the answer is sure to come, and before it is given."""
    if found.sight.everything and found.player is not None:
        look_note(found.game, found.player, what)


def look(request: Request, game_id: UUID, what: str, at: Moment | None = None) -> Seen:
    found = find(request, game_id)
    seen = found.seen(at)
    note(found, what)
    return seen
