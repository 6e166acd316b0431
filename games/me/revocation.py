"""A token is revoked, and the webhooks that work for it end with it. That of an app ends the whole grant."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from games.accounts.services import token_revoke
from games.models import Grant, Player
from games.oauth.grants import grants_end
from games.webhooks.receivers import tokenless_pause


@transaction.atomic
def token_end(player: Player, token_id: UUID) -> bool:
    """Whether there was such a token of this player; from now on there is not."""
    if grants_end(Grant.objects.filter(player=player, token=token_id)):
        return True
    is_revoked = token_revoke(player, token_id)
    if is_revoked:
        tokenless_pause(player)
    return is_revoked
