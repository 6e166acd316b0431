"""Responses about finished games, which never change, so that caches may keep them."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from games.http.cache_headers import private_response, unless_known
from games.log.models import Game
from games.reading.visibility import VisibleGame
from rules.table.state import Status


def is_for_all(found: VisibleGame) -> bool:
    """Whether every caller gets the same response about this finished game.

    A private table is for its players. An auditor's requests must arrive, because they are recorded.
    """
    ended = found.game.status in (Status.FINISHED, Status.ARCHIVED)
    return ended and found.game.visibility != Game.Visibility.PRIVATE and not found.viewer.sees_all


def final_response(
    request: Request, found: VisibleGame, response: HttpResponseBase, cache: str
) -> HttpResponseBase:
    """Of the log as it ended. It holds seats and no names, so the hash of its end stands for all of it."""
    if is_for_all(found):
        response["Cache-Control"] = cache
    else:
        private_response(response)
    return unless_known(request, response, f'"{found.game.hash}"')
