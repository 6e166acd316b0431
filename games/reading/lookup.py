"""Finds the game of a request, as its caller may see it.

An auditor sees everything of the games assigned to them, with a token of the scope `audit`; each access
is recorded before the response is sent.
"""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request

from games.accounts.models import Scope
from games.http.auth import caller, caller_if_any, game_read, token_of
from games.log.models import Game
from games.log.sql import seat_row
from games.reading.access_log import look_note
from games.reading.refusals import NotSeated
from games.reading.selectors import PastPoint
from games.reading.visibility import VisibleGame, game_get, seat_among
from rules.table.fold import Folded


def find(request: Request, game_id: UUID) -> VisibleGame:
    token = token_of(request)
    audits = token is not None and Scope.AUDIT in token.scopes
    return game_get(game_id, caller_if_any(request), audits=audits, row=game_read(request))


def note(found: VisibleGame, what: str) -> None:
    """Record an auditor's access: when the response is certain, but before it is sent."""
    viewer = found.viewer
    if viewer.sees_all and viewer.player is not None:
        look_note(found.game, viewer.player, what)


def look(
    request: Request, game_id: UUID, what: str, at: PastPoint | None = None
) -> tuple[VisibleGame, Folded]:
    """Find the game, fold it to the moment `at`, and record the access."""
    found = find(request, game_id)
    folded = found.folded(at)
    note(found, what)
    return found, folded


def my_seat(request: Request, game_id: UUID) -> int:
    return my_seat_at(request, game_id)[0]


def my_seat_at(request: Request, game_id: UUID) -> tuple[int, Game | None]:
    """The caller's seat, and the game if it came with the token.

    A game that the caller may not see is reported as not found.
    """
    read, player = game_read(request), caller(request)
    seat = seat_among(read.people, player) if read else seat_row(game_id, player.pk)
    if seat is None:
        find(request, game_id)
        raise NotSeated
    return seat, read.game if read else None
