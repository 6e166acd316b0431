"""Creates and ends the private address of a player's feed."""

from __future__ import annotations

import secrets
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.accounts.services import player_lock, token_digest
from games.models import Calendar, Player

SECRET_BYTES: Final = 32


@transaction.atomic
def calendar_create(player: Player) -> tuple[Calendar, str]:
    """Returns the calendar and its secret, which is not stored. An earlier address ends."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    made, _ = Calendar.objects.update_or_create(
        player=player_lock(player), defaults={"digest": token_digest(secret), "created_at": timezone.now()}
    )
    return made, secret


def calendar_delete(player: Player) -> None:
    Calendar.objects.filter(player=player).delete()
