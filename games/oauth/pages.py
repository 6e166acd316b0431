"""What the pages about apps share."""

from __future__ import annotations

from django.http import HttpRequest

from games.accounts.models import Player
from games.http.page_errors import POLICY


def player_of(request: HttpRequest) -> Player:
    """The player who is signed in, on a page that requires it."""
    player: Player = request.user.person.player  # type: ignore[union-attr]
    return player


def page_policy(form_target: str) -> str:
    """The policy of the pages, with one more place that a form may lead to."""
    return POLICY.replace("form-action 'self'", f"form-action 'self' {form_target}")
