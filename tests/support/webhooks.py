"""Webhooks for tests, made by the services themselves."""

from typing import Any

from games.accounts.models import Player
from games.accounts.services import FIRST_SCOPES, token_create
from games.webhooks.models import Webhook
from games.webhooks.services import webhook_create


def webhook_for(player: Player, *scopes: str, **wish: Any) -> tuple[Webhook, str]:
    """A webhook that works for a token of its own, with these scopes or those of a first token."""
    token, _ = token_create(player, name="webhook", scopes=scopes or FIRST_SCOPES)
    return webhook_create(token, **wish)
