"""What a player wants to be sent, and the end of all of it."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.accounts.models import Player
from games.accounts.services import player_lock
from games.deliveries.models import Channel, Delivery
from games.notifications.models import PushSubscription
from games.notifications.refusals import EmailNotVerified
from games.people.models import NotificationChoice
from games.people.selectors import language_of, verified_email

Email = NotificationChoice.Email


def choice_of(player: Player) -> NotificationChoice:
    """The choice, or what holds without one."""
    found = NotificationChoice.objects.filter(player=player).first()
    return found or NotificationChoice(player=player, language=language_of(player))


@transaction.atomic
def choice_update(player: Player, **changes: Any) -> NotificationChoice:
    locked = player_lock(player)
    if changes.get("email", Email.OFF) != Email.OFF and verified_email(locked) is None:
        raise EmailNotVerified
    first = {"language": language_of(locked), **changes}
    made, _ = NotificationChoice.objects.update_or_create(
        player=locked, defaults=changes, create_defaults=first
    )
    return made


def notifications_end(player: Player) -> None:
    """Everything is forgotten: choices, browsers, and what waits to be sent."""
    Delivery.objects.filter(player=player).exclude(channel=Channel.WEBHOOK).delete()
    PushSubscription.objects.filter(player=player).delete()
    NotificationChoice.objects.filter(player=player).delete()
