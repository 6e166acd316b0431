"""Creates and deletes the push subscriptions of a player's browsers."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.accounts.models import Player, Token
from games.accounts.selectors import maker_lasts
from games.accounts.services import player_lock
from games.deliveries.models import Channel, Delivery
from games.deliveries.standing import standing_forget
from games.notifications.choices import choice_update
from games.notifications.identity import public_key
from games.notifications.models import PushSubscription
from games.notifications.refusals import NoSuchPushSubscription, TooManyPushSubscriptions
from games.webhooks.services import check_url

MAX_SUBSCRIPTIONS: Final = 10


def subscription_create(
    player: Player,
    token: Token,
    *,
    endpoint: str,
    p256dh: bytes,
    auth: bytes,
    description: str = "",
) -> PushSubscription:
    """The same endpoint again replaces its keys: a browser that subscribes twice is one browser.

    To subscribe is to choose pushes, so they are turned on. The subscription ends with the token.
    """
    public_key()  # refuses if this server has none
    check_url(endpoint, player)
    with transaction.atomic():
        locked = player_lock(player)
        _check_room(locked, endpoint)
        choice_update(locked, push=True)
        keys = {"p256dh": p256dh, "auth": auth, "description": description, "token": token}
        new = {**keys, "failures": 0, "held_until": None}
        made, _ = PushSubscription.objects.update_or_create(
            player=locked,
            endpoint=endpoint,
            defaults=new,
            create_defaults={**new, "created_at": timezone.now()},
        )
        standing_forget(locked.pk, Channel.PUSH)
    return made


def _check_room(player: Player, endpoint: str) -> None:
    """Those that have ended take none. No task looks for them: it would read all subscriptions there are."""
    PushSubscription.objects.filter(player=player).exclude(maker_lasts(timezone.now())).delete()
    current = PushSubscription.objects.filter(player=player).exclude(endpoint=endpoint).count()
    if current >= MAX_SUBSCRIPTIONS:
        raise TooManyPushSubscriptions(most=MAX_SUBSCRIPTIONS, current=current)


def subscription_list(player: Player | UUID) -> QuerySet[PushSubscription]:
    return PushSubscription.objects.filter(maker_lasts(timezone.now()), player=player)


def subscription_get(player: Player, subscription: UUID) -> PushSubscription:
    found = subscription_list(player).filter(id=subscription).first()
    if found is None:
        raise NoSuchPushSubscription
    return found


@transaction.atomic
def subscription_delete(subscription: PushSubscription) -> None:
    """What still waits to be sent there is cancelled."""
    waiting = Delivery.objects.filter(
        player=subscription.player_id, receiver=subscription.id, state=Delivery.State.PENDING
    )
    waiting.update(state=Delivery.State.CANCELLED, ended_at=timezone.now(), leased_until=None)
    PushSubscription.objects.filter(player=subscription.player_id, id=subscription.id).delete()
