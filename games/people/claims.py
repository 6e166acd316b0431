"""A link with which the owner of a token adds a password or a passkey to the account.

It is signed, not stored: it ends after a quarter of an hour, or as soon as there is a way to sign in.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.core import signing
from django.utils import timezone

from games.models import Player
from games.people.selectors import can_sign_in
from games.refusals.accounts import SignsInAlready

LASTS: Final = timedelta(minutes=15)
_SALT: Final = "games.people.claims"


def claim_create(player: Player) -> tuple[str, datetime]:
    """The secret part of the link, and when it ends."""
    if can_sign_in(player):
        raise SignsInAlready
    return signing.dumps(player.pk.hex, salt=_SALT), timezone.now() + LASTS


def claim_player(secret: str) -> Player | None:
    """Whose account the link opens, if it is still good."""
    try:
        player_id = signing.loads(secret, salt=_SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    player = Player.objects.filter(pk=UUID(player_id), deleted_at=None, suspended_at=None).first()
    return player if player and not can_sign_in(player) else None
