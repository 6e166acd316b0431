"""Reads of webhooks and deliveries, for their owners."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q, QuerySet

from games.accounts.models import Player, Token
from games.deliveries.models import Attempt, Delivery
from games.http.auth import sees_as_player
from games.reading.visibility import private_among
from games.webhooks.messages import public_kinds
from games.webhooks.models import Webhook
from games.webhooks.refusals import NoSuchDelivery, NoSuchWebhook


def webhook_list(player: Player) -> QuerySet[Webhook]:
    return Webhook.objects.filter(player=player)


def webhook_get(player: Player, webhook_id: UUID) -> Webhook:
    """One of the player's own webhooks. Those of other players are reported as not found."""
    found = Webhook.objects.select_related("player").filter(player=player, id=webhook_id).first()
    if found is None:
        raise NoSuchWebhook
    return found


def delivery_list(token: Token, webhook_id: UUID, **by: str) -> QuerySet[Delivery]:
    """Those of which the bearer of the token may know."""
    webhook = webhook_get(token.player, webhook_id)
    return _known(token, Delivery.objects.filter(webhook=webhook, **by))


def delivery_get(token: Token, webhook_id: UUID, delivery_id: UUID) -> Delivery:
    webhook = webhook_get(token.player, webhook_id)
    mine = Delivery.objects.select_related("webhook__player").filter(webhook=webhook, id=delivery_id)
    found = _known(token, mine).first()
    if found is None:
        raise NoSuchDelivery
    return found


def _known(token: Token, deliveries: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """A token that may not read games does not learn of private ones, unless it is asked to act there."""
    if sees_as_player(token):
        return deliveries
    known = deliveries.filter(kind__in=public_kinds(token))
    games = known.order_by().values_list("game_id", flat=True).distinct()
    return known.exclude(~Q(kind=Webhook.Kind.BOT_ACT), game__in=private_among(games))


def attempt_list(delivery: Delivery) -> QuerySet[Attempt]:
    return Attempt.objects.select_related("delivery").filter(delivery=delivery).order_by("number")
