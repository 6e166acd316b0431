"""Reads of webhooks and deliveries, for their owners."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from games.models import Attempt, Delivery, Player, Webhook
from games.refusals.webhooks import NoSuchDelivery, NoSuchWebhook


def webhook_list(player: Player) -> QuerySet[Webhook]:
    return Webhook.objects.filter(player=player)


def webhook_get(player: Player, webhook_id: UUID) -> Webhook:
    """One of the player's own webhooks. Those of other players are reported as not found."""
    found = Webhook.objects.select_related("player").filter(player=player, id=webhook_id).first()
    if found is None:
        raise NoSuchWebhook
    return found


def delivery_list(webhook: Webhook, *, state: str | None = None) -> QuerySet[Delivery]:
    deliveries = Delivery.objects.filter(webhook=webhook)
    return deliveries.filter(state=state) if state else deliveries


def delivery_get(player: Player, webhook_id: UUID, delivery_id: UUID) -> Delivery:
    webhook = webhook_get(player, webhook_id)
    found = Delivery.objects.select_related("webhook__player").filter(webhook=webhook, id=delivery_id).first()
    if found is None:
        raise NoSuchDelivery
    return found


def attempt_list(delivery: Delivery) -> QuerySet[Attempt]:
    return Attempt.objects.select_related("delivery").filter(delivery=delivery).order_by("number")
