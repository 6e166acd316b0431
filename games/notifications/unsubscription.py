"""Unsubscribe links, which work without signing in.

A link names a player and a channel, encrypted: nobody can make one, and nobody can read from it whose it is.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from typing import Any, Final
from uuid import UUID

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.urls import reverse

from games.deliveries.models import Channel
from games.people.models import NotificationChoice

OFF: Final[dict[Channel, dict[str, Any]]] = {
    Channel.EMAIL: {"email": NotificationChoice.Email.OFF},
    Channel.PUSH: {"push": False},
}


def unsubscribe_path(player: UUID, channel: str) -> str:
    secret = _box(settings.SECRET_KEY).encrypt(player.bytes + channel.encode())
    return reverse("unsubscribe", args=[secret.decode().rstrip("=")])


def read_link(secret: str) -> tuple[UUID, Channel] | None:
    """None for what is not a link of this server."""
    try:
        plain = _box(settings.SECRET_KEY).decrypt(secret + "=" * (-len(secret) % 4))
        return UUID(bytes=plain[:16]), Channel(plain[16:].decode())
    except (InvalidToken, ValueError):
        return None


def unsubscribe(player: UUID, channel: Channel) -> None:
    """What waits to be sent finds that it is no longer wanted. Twice is as good as once."""
    NotificationChoice.objects.filter(player=player).update(**OFF[channel])


@cache
def _box(key: str) -> Fernet:
    digest = hashlib.sha256(b"signalbox unsubscribe links\0" + key.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
