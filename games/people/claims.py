"""A link with which the owner of a token adds a password or a passkey to the account.

It is signed, not stored: it ends after a quarter of an hour, with the token, or as soon as there is a way to
sign in.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.core import signing
from django.utils import timezone

from games.accounts.models import Player, Token
from games.accounts.selectors import valid_tokens
from games.people.refusals import LastingTokenRequired, SignsInAlready
from games.people.selectors import can_sign_in

LASTS: Final = timedelta(minutes=15)
_SALT: Final = "games.people.claims"


def claim_create(token: Token) -> tuple[str, datetime]:
    """The secret part of the link, and when it ends.

    Whoever claims an account can do everything with it, for good. So the token has to be such a one, too.
    """
    if token.expires_at is not None:
        raise LastingTokenRequired
    if can_sign_in(token.player):
        raise SignsInAlready
    return signing.dumps(token.pk.hex, salt=_SALT), timezone.now() + LASTS


def claim_player(secret: str) -> Player | None:
    """Whose account the link opens, if it is still good."""
    try:
        token_id = signing.loads(secret, salt=_SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    token = valid_tokens(timezone.now()).select_related("player").filter(pk=UUID(token_id)).first()
    return token.player if token and not can_sign_in(token.player) else None
