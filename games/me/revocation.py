"""A token is revoked, and what it has made ends with it. That of an app ends the whole grant.

Webhooks are paused, because they can be resumed with another token. Push subscriptions and calendar feeds are
looked up with the token that made them, so they end by themselves.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from games.accounts.models import Player, Token
from games.accounts.services import player_lock, token_revoke
from games.oauth.grants import grants_end
from games.oauth.models import Grant
from games.webhooks.receivers import tokenless_pause


@transaction.atomic
def token_end(player: Player, token_id: UUID, *, by: Token | None = None) -> bool:
    """Whether there was such a token of this player; from now on there is not. `by`: which revokes it."""
    locked = player_lock(player)
    if grants_end(Grant.objects.filter(player=locked, token=token_id)):
        return True
    is_revoked = token_revoke(locked, token_id, by=by.pk if by else None)
    if is_revoked:
        tokenless_pause(locked)
    return is_revoked
