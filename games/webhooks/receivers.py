"""Receivers that fail are held off for a while and finally paused; slow ones wait behind the others."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F
from django.utils import timezone

from games.accounts.selectors import valid_tokens
from games.models import Attempt, Delivery, Player, Token, Webhook
from games.notices.kinds import WebhookPaused
from games.notices.services import notice_give
from games.webhooks.schedule import UNHELD, hold_after
from games.webhooks.services import pending_due, webhook_pause

KEPT: Final = timedelta(days=7)  # ended deliveries and their attempts
EXPIRED_LATELY: Final = timedelta(days=7)
DOUBTED: Final = timedelta(minutes=10)  # after a slow answer, or none
MAX_PENDING: Final = 10_000
PRUNED_AT_ONCE: Final = 5_000


def receiver_worked(locked: Webhook) -> None:
    """Reset the failures. After an outage all pending deliveries become due at once."""
    if locked.failures > UNHELD:
        pending_due(locked, timezone.now())
    if locked.failures:
        locked.failures = 0
        locked.failing_since = None
        locked.held_until = None
        locked.save(update_fields=["failures", "failing_since", "held_until"])


def receiver_trust(webhook: Webhook) -> None:
    """It has answered quickly for the first time."""
    webhook.trusted_from = timezone.now()
    Webhook.objects.filter(pk=webhook.pk, trusted_from=None).update(trusted_from=webhook.trusted_from)


def receivers_doubt(player: UUID) -> None:
    """One of the player's receivers was slow: for a while all of them wait behind those of others.

    A receiver that has never answered quickly is in doubt anyway.
    """
    answering = Webhook.objects.filter(player=player, trusted_from__isnull=False)
    answering.update(trusted_from=timezone.now() + DOUBTED)


def receiver_failed(locked: Webhook, *, gone: bool) -> None:
    now = timezone.now()
    locked.failures += 1
    locked.failing_since = locked.failing_since or now
    hold = hold_after(locked.failures)
    locked.held_until = now + hold if hold else None
    if gone:
        pause_with_notice(locked, Webhook.Pause.GONE)
    elif now - locked.failing_since >= settings.WEBHOOK_GIVE_UP_AFTER:
        pause_with_notice(locked, Webhook.Pause.FAILING)
    locked.save()


def pause_with_notice(locked: Webhook, because: Webhook.Pause) -> None:
    """The notice waits for the commit: it locks the player, which comes before webhooks in `log.locks`."""
    if locked.paused_at is None:
        webhook_pause(locked, because)
        payload = WebhookPaused(locked.id, because)
        transaction.on_commit(partial(notice_give, locked.player, payload), robust=True)


@transaction.atomic
def overfull_pause() -> int:
    """Pause webhooks with more than MAX_PENDING pending deliveries. Returns their number.

    Only what is pending is counted, however many deliveries have ended.
    """
    pending = Delivery.objects.filter(state=Delivery.State.PENDING).values("player_id", "webhook_id")
    full = pending.annotate(number=Count("*")).filter(number__gt=MAX_PENDING)
    return _pause_all(full.values_list("player_id", "webhook_id"), Webhook.Pause.OVERFULL)


@transaction.atomic
def tokenless_pause(player: Player) -> int:
    """Pause webhooks of this player whose token has ended. Returns their number."""
    valid = valid_tokens(timezone.now()).filter(player=player)
    ended = Webhook.objects.filter(player=player).exclude(token__in=valid)
    return _pause_all(ended.values_list("player_id", "id"), Webhook.Pause.TOKEN_ENDED)


@transaction.atomic
def expired_pause() -> int:
    """Pause webhooks whose token has expired lately. Returns their number.

    A token that is revoked pauses its webhooks at once. Nothing is sent for a token that has ended, paused or
    not; so it does no harm if this was not called for a week.
    """
    now = timezone.now()
    lately = Token.objects.filter(expires_at__lte=now, expires_at__gt=now - EXPIRED_LATELY)
    expired = lately.filter(grant=None)  # that of an app is renewed
    mine = Webhook.objects.filter(paused_at=None, token__in=expired, player=F("token__player"))
    return _pause_all(mine.values_list("player_id", "id"), Webhook.Pause.TOKEN_ENDED)


def _pause_all(webhooks: Iterable[tuple[UUID, UUID]], because: Webhook.Pause) -> int:
    paused = 0
    for webhook in sorted(webhooks):  # one by one: they may be on different nodes
        locking = Webhook.objects.select_for_update(no_key=True)
        for locked in locking.filter(pk=webhook, paused_at=None):
            pause_with_notice(locked, because)
            locked.save()
            paused += 1
    return paused


@transaction.atomic
def deliveries_prune() -> int:
    """Delete a batch of deliveries that ended long ago. Returns its size."""
    old = Delivery.objects.filter(ended_at__lt=timezone.now() - KEPT)
    by_player: dict[UUID, list[UUID]] = {}
    for player, delivery in old.order_by("ended_at").values_list("player", "id")[:PRUNED_AT_ONCE]:
        by_player.setdefault(player, []).append(delivery)
    for player, ids in by_player.items():
        mine = old.filter(player=player, id__in=ids)  # on one node, so they can be locked
        free = list(mine.select_for_update(skip_locked=True).values_list("id", flat=True))
        Attempt.objects.filter(player=player, delivery_id__in=free).delete()
        Delivery.objects.filter(player=player, id__in=free).delete()
    return sum(map(len, by_player.values()))
