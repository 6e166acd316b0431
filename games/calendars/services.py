"""Creates and ends the private address of a player's feed."""

from __future__ import annotations

import secrets
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player, Token
from games.accounts.services import player_lock, token_digest
from games.calendars.models import Calendar

SECRET_BYTES: Final = 32


@transaction.atomic
def calendar_create(player: Player, token: Token | None = None) -> tuple[Calendar, str]:
    """Returns the calendar and its secret, which is not stored. An earlier address ends.

    The feed ends with the token.
    """
    secret = secrets.token_urlsafe(SECRET_BYTES)
    values = {"token": token, "digest": token_digest(secret), "created_at": timezone.now()}
    made, _ = Calendar.objects.update_or_create(player=player_lock(player), defaults=values)
    return made, secret


def calendar_delete(player: Player) -> None:
    Calendar.objects.filter(player=player).delete()
