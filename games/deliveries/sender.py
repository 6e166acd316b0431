"""A sender is a task that leases deliveries of a channel and sends them, batch after batch."""

from __future__ import annotations

import logging
import time
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from prometheus_client import Counter

from games.deliveries.batches import batch_lease, deliveries_dropped, deliveries_release
from games.deliveries.channel import CANCELLED, DELIVERED, Carrier, Verdict, wake_senders
from games.deliveries.models import Delivery
from games.deliveries.standing import standing_note
from games.failures import contained
from games.work.schedule import pause_after

logger = logging.getLogger("signalbox.deliveries")

ATTEMPTS = Counter(
    "signalbox_delivery_attempts_total", "Attempts to deliver a message.", ["channel", "outcome"]
)
SENDING_SECONDS: Final = 5.0  # then another task continues, so that a worker can be stopped quickly
# A receiver that takes longer to answer is slow. So long a worker keeps a batch; other workers take the rest.
QUICK_SECONDS: Final = 1.0

State = Delivery.State


def deliveries_send(carrier: Carrier) -> int:
    """Send what is due. A sender that finds work wakes another. Returns the number of attempts."""
    end, done = time.monotonic() + SENDING_SECONDS, 0
    for row in deliveries_dropped(carrier):
        _postpone(row, carrier)
    while time.monotonic() < end and (batch := batch_lease(carrier)):
        if not done:
            wake_senders(carrier.name)
        done += batch_send(batch, carrier)
    return done


def batch_send(batch: list[Delivery], carrier: Carrier) -> int:
    """Send the batch in order while the receiver works and is fast. Returns the number of attempts."""
    end, left, goes_on = time.monotonic() + QUICK_SECONDS, list(batch), True
    with contained(logger, "%s cannot begin", carrier.name) as failure:
        carrier.begin(batch)
    while left and goes_on:
        row = left.pop(0)
        outcome = _postpone(row, carrier) if failure.error else delivery_attempt(row, carrier)
        goes_on = outcome.state in (State.DELIVERED, State.CANCELLED) and time.monotonic() < end
    if left:
        deliveries_release(left)
    return len(batch) - len(left)


def delivery_attempt(row: Delivery, carrier: Carrier) -> Verdict:
    """Send it once and record what became of it. If our own code fails, it is tried again."""
    outcome = None
    with contained(logger, "%s %s failed", row.channel, row.id):
        outcome = _attempt(row, carrier)
    if outcome is None:
        return _postpone(row, carrier)
    ATTEMPTS.labels(row.channel, outcome.state or "postponed").inc()
    return outcome


def _attempt(row: Delivery, carrier: Carrier) -> Verdict:
    message = carrier.render(row)
    if message is None:
        settle(row, CANCELLED)
        return CANCELLED
    began = time.monotonic()
    answer = carrier.send(row, message)
    is_slow = time.monotonic() - began > QUICK_SECONDS
    if is_slow:
        standing_note(row, is_slow=True)  # also if what follows fails
    with transaction.atomic():
        outcome = carrier.judge(row, message, answer)
        settle(row, outcome)
    if outcome is DELIVERED and not is_slow:
        standing_note(row, is_slow=False)
    return outcome


def _postpone(row: Delivery, carrier: Carrier) -> Verdict:
    outcome = carrier.later(row)
    settle(row, outcome)
    ATTEMPTS.labels(row.channel, "postponed").inc()
    return outcome


def settle(row: Delivery, outcome: Verdict) -> None:
    """It has ended, or is due again later; unless the lease has ended, and somebody else has seen to it."""
    now, attempts = timezone.now(), row.attempts + 1
    state = outcome.state or (State.FAILED if _is_given_up(row, outcome) else "")
    if state:
        values = {"state": state, "ended_at": now, "next_attempt_at": None}
    else:
        values = {"next_attempt_at": now + pause_after(attempts, at_most=outcome.at_most)}
    counted = {} if outcome is CANCELLED else {"attempts": F("attempts") + 1}
    ours = Delivery.objects.filter(pk=row.pk, state=State.PENDING, leased_until=row.leased_until)
    ours.update(leased_until=None, **counted, **values)


def _is_given_up(row: Delivery, outcome: Verdict) -> bool:
    begun = max(row.created_at, row.digest_at or row.created_at)
    return outcome.at_most is None and timezone.now() - begun >= settings.GIVE_UP_AFTER
