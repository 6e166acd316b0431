"""Receivers that fail are held off for a while and finally paused."""

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

from games.accounts.models import Player, Token
from games.accounts.selectors import valid_tokens
from games.deliveries.models import Channel, Delivery, PauseReason
from games.notices.kinds import PausedByServer
from games.notices.services import notice_give
from games.placement import locked_in_turn
from games.webhooks.models import Webhook
from games.webhooks.services import pending_due, webhook_pause
from games.work.schedule import pause_after

UNHELD: Final = 2  # this many failures in a row do not yet mean an outage
MAX_HOLD: Final = timedelta(minutes=5)
EXPIRED_LATELY: Final = timedelta(days=7)
MAX_PENDING: Final = 10_000


def receiver_worked(locked: Webhook) -> None:
    """Reset the failures. After an outage all pending deliveries become due at once."""
    if locked.failures > UNHELD:
        pending_due(locked, timezone.now())
    if locked.failures:
        locked.forgive()
        locked.failing_since = None
        locked.save(update_fields=["failures", "failing_since", "held_until"])


def receiver_failed(locked: Webhook, *, gone: bool) -> None:
    now = timezone.now()
    locked.failing_since = locked.failing_since or now
    over = locked.failures + 1 - UNHELD
    locked.hold(pause_after(over, at_most=MAX_HOLD) if over > 0 else None)
    if gone:
        pause_with_notice(locked, PauseReason.GONE)
    elif now - locked.failing_since >= settings.GIVE_UP_AFTER:
        pause_with_notice(locked, PauseReason.FAILING)
    locked.save()


def pause_with_notice(locked: Webhook, because: PauseReason) -> None:
    """The notice waits for the commit: it locks the player, which comes before webhooks in `log.locks`."""
    if locked.paused_at is None:
        webhook_pause(locked, because)
        payload = PausedByServer(webhook=locked.id, because=because.value)
        transaction.on_commit(partial(notice_give, locked.player, payload), robust=True)


@transaction.atomic
def overfull_pause() -> int:
    """Pause webhooks with more than MAX_PENDING pending deliveries. Returns their number.

    Only what is pending is counted, however many deliveries have ended.
    """
    waiting = Delivery.objects.filter(channel=Channel.WEBHOOK, state=Delivery.State.PENDING)
    pending = waiting.values("player_id", "receiver")
    full = pending.annotate(number=Count("*")).filter(number__gt=MAX_PENDING)
    return _pause_all(full.values_list("player_id", "receiver"), PauseReason.OVERFULL)


@transaction.atomic
def tokenless_pause(player: Player) -> int:
    """Pause webhooks of this player whose token has ended. Returns their number."""
    valid = valid_tokens(timezone.now()).filter(player=player)
    ended = Webhook.objects.filter(player=player).exclude(token__in=valid)
    return _pause_all(ended.values_list("player_id", "id"), PauseReason.TOKEN_ENDED)


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
    return _pause_all(mine.values_list("player_id", "id"), PauseReason.TOKEN_ENDED)


def _pause_all(webhooks: Iterable[tuple[UUID, UUID]], because: PauseReason) -> int:
    paused = 0
    running = Webhook.objects.select_for_update(no_key=True).filter(paused_at=None)
    for locked in locked_in_turn(running, webhooks):
        pause_with_notice(locked, because)
        locked.save()
        paused += 1
    return paused
