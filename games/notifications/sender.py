"""A sender is a task that leases rows of the outbox and sends them, one after the other.

Only a few threads of a process send at a time, so a mail server or a push service that does not respond
keeps neither webhooks nor the other channel waiting.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import BoundedSemaphore
from typing import Final

from django.conf import settings
from django.utils import timezone
from prometheus_client import Counter

from games.failures import contained
from games.models import Channel, Notification
from games.notices.outbox import wake_senders
from games.notifications import leases
from games.notifications.outcome import LATER, Outcome, retry_after

logger = logging.getLogger("signalbox.notifications")

ATTEMPTS = Counter(
    "signalbox_notification_attempts_total", "Attempts to send an e-mail or a push.", ["channel", "outcome"]
)
SENDING_SECONDS: Final = 5.0  # then another task continues, so that a worker can be stopped quickly

State = Notification.State
Send = Callable[[Notification], Outcome]

AT_ONCE: Final = {Channel.EMAIL: BoundedSemaphore(2), Channel.PUSH: BoundedSemaphore(4)}


def notifications_send(channel: Channel, send: Send) -> int:
    """Send what is due, unless enough threads of this process do so already. Returns the attempts."""
    if not AT_ONCE[channel].acquire(blocking=False):
        return 0
    try:
        return _send_due(channel, send)
    finally:
        AT_ONCE[channel].release()


def _send_due(channel: Channel, send: Send) -> int:
    """A sender that finds much work wakes another."""
    end, done = time.monotonic() + SENDING_SECONDS, 0
    while found := leases.due(channel):
        if len(found) > 1 and not done:
            wake_senders(channel)
        before = done
        for player, row in found:
            if time.monotonic() > end:
                return done
            if leased := leases.lease(player, row, settings.NOTIFICATION_LEASE):
                _attempt(leased, send)
                done += 1
        if done == before:
            break  # other senders have taken all of them
    return done


def _attempt(row: Notification, send: Send) -> None:
    outcome = LATER
    with contained(logger, "%s %s failed", row.channel, row.id):
        outcome = send(row)
    settle(row, outcome)
    ATTEMPTS.labels(row.channel, outcome.word).inc()


def settle(row: Notification, outcome: Outcome) -> None:
    now = timezone.now()
    if outcome.state:
        leases.end(row, outcome.state)
    elif now - max(row.created_at, row.digest_at or row.created_at) >= settings.NOTIFICATION_GIVE_UP_AFTER:
        leases.end(row, State.FAILED)
    else:
        leases.postpone(row, now + max(retry_after(row.attempts), outcome.after or retry_after(1)))
