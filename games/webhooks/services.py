"""Creates, updates, pauses, tests and deletes webhooks, and rotates their secrets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.accounts.models import Player, Token
from games.accounts.services import player_lock
from games.deliveries.channel import wake_senders
from games.deliveries.models import Attempt, Channel, Delivery, PauseReason
from games.deliveries.services import deliveries_write
from games.deliveries.standing import standing_forget
from games.http.auth import sees_as_player
from games.http.heavy import give_back_connection
from games.reading.visibility import game_get
from games.sql import fetch
from games.webhooks.bot_callback import bot_ask_everywhere
from games.webhooks.callbacks import TEST
from games.webhooks.models import Webhook
from games.webhooks.refusals import NotABot, QuestionOver, TooManyWebhooks, WebhookPaused
from games.webhooks.signatures import new_secret, sealed
from games.webhooks.targets import addresses_of, check_public, target_of

MAX_WEBHOOKS: Final = 10
BOTH_VALID: Final = timedelta(hours=24)  # how long messages are signed with the old secret too
LOOKUP_SECONDS: Final = 2.0

wake_webhooks = partial(wake_senders, Channel.WEBHOOK)


def webhook_create(
    token: Token, *, url: str, kinds: Sequence[str], game: UUID | None = None, description: str = ""
) -> tuple[Webhook, str]:
    """Returns the new webhook and its secret, which is not readable afterwards."""
    check_url(url, token.player)
    check_kinds(token.player, kinds)
    if game is not None:
        game_get(game, token.player if sees_as_player(token) else None)
    secret = new_secret()
    with transaction.atomic():
        if game is not None:
            _watch(game, token.player)  # before the player is locked: `log.locks`
        locked = player_lock(token.player)
        if (current := Webhook.objects.filter(player=locked).count()) >= MAX_WEBHOOKS:
            raise TooManyWebhooks(most=MAX_WEBHOOKS, current=current)
        webhook = Webhook.objects.create(
            player=locked,
            token=token,
            url=url,
            kinds=in_order(kinds),
            game_id=game,
            description=description,
            secret=sealed(secret),
        )
        standing_forget(locked.pk, Channel.WEBHOOK)
        bot_ask_everywhere(webhook)
    return webhook, secret


WATCH: Final = """
UPDATE games_notifiercursor SET watchers = array_append(watchers, %s)
WHERE game_id = %s AND NOT %s = ANY(watchers) RETURNING game_id
"""


def _watch(game: UUID, player: Player) -> None:
    """The notifier finds the webhook by this. It does no harm after the webhook was deleted."""
    fetch(WATCH, player.pk, game, player.pk)


def webhook_update(webhook: Webhook, token: Token, *, paused: bool | None = None, **changes: Any) -> Webhook:
    """Change the given fields; pause or resume if `paused` is given.

    From then on the webhook sees what this token may see. Otherwise a lesser token could change the URL and
    have secrets sent there.
    """
    if "url" in changes:
        check_url(changes["url"], webhook.player)
    if "kinds" in changes:
        check_kinds(webhook.player, changes["kinds"])
        changes["kinds"] = in_order(changes["kinds"])
    with transaction.atomic():
        locked = webhook_lock(webhook)
        locked.token = token
        for name, value in changes.items():
            setattr(locked, name, value)
        if paused is True and not locked.paused_at:
            webhook_pause(locked, PauseReason.ASKED)
        if paused is False:
            locked.paused_at, locked.paused_because = None, ""
        if paused is False or "url" in changes:
            _forget_failures(locked)
        if "url" in changes:
            standing_forget(locked.player_id, Channel.WEBHOOK)
        locked.save()
        bot_ask_everywhere(locked)
    return locked


def webhook_pause(locked: Webhook, because: str) -> None:
    """No more messages are created or sent; pending ones wait. The caller saves."""
    locked.paused_at, locked.paused_because = timezone.now(), because


def _forget_failures(locked: Webhook) -> None:
    """Reset the failures and make pending deliveries due at once. The caller saves."""
    locked.forgive()
    locked.failing_since = None
    pending_due(locked, timezone.now())


def pending_due(webhook: Webhook, now: datetime) -> None:
    later = Delivery.objects.filter(webhook=webhook, state=Delivery.State.PENDING, next_attempt_at__gt=now)
    later.update(next_attempt_at=now)
    transaction.on_commit(wake_webhooks)


def webhook_rotate(webhook: Webhook) -> tuple[Webhook, str]:
    """Replace the secret and return the new one, which is not readable afterwards."""
    secret = new_secret()
    with transaction.atomic():
        locked = webhook_lock(webhook)
        locked.previous_secret, locked.previous_until = locked.secret, timezone.now() + BOTH_VALID
        locked.secret = sealed(secret)
        locked.save(update_fields=["secret", "previous_secret", "previous_until"])
    return locked, secret


@transaction.atomic
def webhook_test(webhook: Webhook) -> Delivery:
    """Send a test message, as soon as the receiver is not held off."""
    locked = webhook_lock(webhook)
    _check_not_paused(locked)
    data = {"webhook": str(locked.id)}
    delivery = Delivery(channel=Channel.WEBHOOK, webhook=locked, kind=TEST, data=data)
    deliveries_write([delivery])
    return delivery


@transaction.atomic
def delivery_replay(delivery: Delivery) -> Delivery:
    """Send it again under the same id, whatever its outcome. A question that is over is refused."""
    locked = webhook_lock(delivery.webhook)
    again = Delivery.objects.select_for_update().get(pk=delivery.pk)
    if again.kind == Webhook.Kind.BOT_ACT and again.state != Delivery.State.PENDING:
        raise QuestionOver
    again.state, again.ended_at = Delivery.State.PENDING, None
    _check_not_paused(locked)
    again.next_attempt_at = timezone.now()
    again.save(update_fields=["state", "ended_at", "next_attempt_at"])
    transaction.on_commit(wake_webhooks)
    return again


def _check_not_paused(locked: Webhook) -> None:
    if locked.paused_at:
        raise WebhookPaused


@transaction.atomic
def webhooks_delete(webhooks: QuerySet[Webhook]) -> int:
    """Delete webhooks with their deliveries and attempts. Returns the number of webhooks."""
    found = list(webhooks)
    for webhook in found:
        list(Webhook.objects.select_for_update().filter(pk=webhook.pk))
        deliveries = Delivery.objects.filter(webhook=webhook)
        # Wait for workers that are recording an attempt: it would refer to a deleted delivery.
        ids = list(deliveries.select_for_update().values_list("id", flat=True))
        Attempt.objects.filter(player=webhook.player_id, delivery_id__in=ids).delete()
        deliveries.delete()
        webhook.delete()
    return len(found)


def webhook_lock(webhook: Webhook) -> Webhook:
    return Webhook.objects.select_for_update(no_key=True).get(pk=webhook.pk)


def check_url(url: str, player: Player) -> None:
    """Without a database connection: somebody else's name server decides how long this takes."""
    target = target_of(url)
    give_back_connection()
    addresses_of(target, player=player.pk, patience=LOOKUP_SECONDS)


def check_url_of_page(url: str, player: Player) -> None:
    """A page in a developer's browser must not reach the developer's network through this server."""
    check_public(url, player=player.pk, patience=LOOKUP_SECONDS)


def check_kinds(player: Player, kinds: Sequence[str]) -> None:
    if Webhook.Kind.BOT_ACT in kinds and not player.is_bot:
        raise NotABot


def in_order(kinds: Sequence[str]) -> list[str]:
    """The kinds without repetitions, in the order of their declaration."""
    return [kind.value for kind in Webhook.Kind if kind in set(kinds)]
