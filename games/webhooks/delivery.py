"""Sends deliveries and records the outcome of each attempt."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from prometheus_client import Counter
from psycopg.types.json import Jsonb

from games.failures import contained
from games.models import Attempt, Delivery, Webhook
from games.webhooks.bot_callback import bot_answer
from games.webhooks.leases import Batch, deliveries_release
from games.webhooks.messages import Message, NothingToSay, Writer
from games.webhooks.receivers import receiver_failed, receiver_trust, receiver_worked, receivers_doubt
from games.webhooks.responses import sealed_response
from games.webhooks.schedule import MAX_QUESTION_DELAY, retry_after
from games.webhooks.signatures import headers_for, unsealed
from games.webhooks.transport import Answer, post
from rules.refusals import Refusal

logger = logging.getLogger("signalbox.webhooks")

ATTEMPTS = Counter("signalbox_webhook_attempts_total", "Attempts to deliver to a webhook.", ["verdict"])

# A receiver that takes longer to answer is slow. So long a worker keeps a batch; other workers take the rest.
QUICK_SECONDS: Final = 1.0
LOGGED_ATTEMPTS: Final = 20  # per delivery; older ones are deleted
GONE: Final = 410

# The usual case, a success, in one statement.
TAKEN: Final = """
WITH taken AS (
    UPDATE games_delivery SET state = 'delivered', attempts = attempts + 1, ended_at = %(now)s,
        next_attempt_at = NULL, leased_until = NULL
    WHERE player_id = %(player)s AND id = %(id)s RETURNING player_id, id, attempts
)
INSERT INTO games_attempt
    (player_id, delivery_id, number, at, milliseconds, url, headers, status, response)
SELECT
    player_id, id, attempts, %(at)s, %(milliseconds)s, %(url)s, %(headers)s, %(status)s, %(response)s
FROM taken
"""


class Verdict(Enum):
    DELIVERED = "delivered"
    REFUSED = "refused"  # the receiver works, but its action was refused
    FAILED = "failed"
    GONE = "gone"

    @property
    def is_working(self) -> bool:
        return self in (Verdict.DELIVERED, Verdict.REFUSED)


@dataclass(frozen=True, slots=True)
class Sent:
    """A request and its response."""

    at: datetime
    url: str
    headers: Mapping[str, str]
    message: Message
    answer: Answer


def batch_deliver(batch: Batch) -> int:
    """Send the batch in order while the receiver works and is fast. Returns the number of attempts."""
    writer = Writer(batch.webhook.token, batch.deliveries)
    end = time.monotonic() + QUICK_SECONDS
    left = list(batch.deliveries)
    goes_on = True
    verdict = None
    while left and goes_on:
        delivery = left.pop(0)
        delivery.webhook = batch.webhook
        verdict = _attempt_or_put_off(delivery, writer)
        goes_on = verdict in (None, Verdict.DELIVERED) and time.monotonic() < end
    if left:
        deliveries_release(left)
    if verdict is Verdict.DELIVERED:
        _note_success(batch.webhook)
    return len(batch.deliveries) - len(left)


def _attempt_or_put_off(delivery: Delivery, writer: Writer) -> Verdict | None:
    with contained(logger, "delivery %s failed", delivery.id):
        return delivery_attempt(delivery, writer)
    delivery_put_off(delivery)
    return Verdict.FAILED


def delivery_attempt(delivery: Delivery, writer: Writer) -> Verdict | None:
    """Send it once and record the outcome. Returns None if the message has become obsolete."""
    try:
        message = writer.message_of(delivery)
    except NothingToSay:
        _cancel(delivery)
        return None
    sent = _send(delivery, message)
    with transaction.atomic():
        verdict, error = _judge(delivery, sent)
        if verdict is Verdict.DELIVERED and message.version is None:
            _take(delivery, sent)
        else:
            _settle(delivery, sent, verdict, error)
    _note_speed(delivery.webhook, sent.answer, verdict)
    ATTEMPTS.labels(verdict.value).inc()
    return verdict


def _note_speed(webhook: Webhook, answer: Answer, verdict: Verdict) -> None:
    if answer.seconds > QUICK_SECONDS:
        receivers_doubt(webhook.player_id)
    elif verdict.is_working and webhook.trusted_from is None:
        receiver_trust(webhook)


def delivery_put_off(delivery: Delivery) -> None:
    """Count an attempt whose outcome is unknown because our own code failed, and schedule the next."""
    later = timezone.now() + retry_after(delivery.attempts + 1)
    Delivery.objects.filter(pk=delivery.pk).update(
        attempts=delivery.attempts + 1, next_attempt_at=later, leased_until=None
    )


def _cancel(delivery: Delivery) -> None:
    ended = {"ended_at": timezone.now(), "next_attempt_at": None, "leased_until": None}
    Delivery.objects.filter(pk=delivery.pk).update(state=Delivery.State.CANCELLED, **ended)


def _send(delivery: Delivery, message: Message) -> Sent:
    webhook = delivery.webhook
    now = timezone.now()
    secrets = valid_secrets(webhook, now)
    if not secrets:
        return Sent(now, webhook.url, {}, message, Answer(error="the secret cannot be read; rotate it"))
    headers = headers_for(delivery.id, now, message.raw, secrets)
    answer = post(webhook.url, headers, message.raw, player=webhook.player_id)
    shown = {name: value for name, value in headers.items() if name != "webhook-signature"}
    return Sent(now, webhook.url, shown, message, answer)


def valid_secrets(webhook: Webhook, now: datetime) -> list[str]:
    kept = [webhook.secret]
    if webhook.previous_until and webhook.previous_until > now:
        kept.append(webhook.previous_secret)
    return [secret for secret in map(unsealed, kept) if secret]


def _judge(delivery: Delivery, sent: Sent) -> tuple[Verdict, str]:
    answer = sent.answer
    if answer.error:
        return Verdict.FAILED, answer.error
    if answer.status is None or not 200 <= answer.status < 300:  # noqa: PLR2004 (as HTTP has it)
        verdict = Verdict.GONE if answer.status == GONE else Verdict.FAILED
        return verdict, f"status {answer.status}"
    if delivery.kind != Webhook.Kind.BOT_ACT:
        return Verdict.DELIVERED, ""
    if not answer.is_whole:
        return Verdict.REFUSED, "the response is too long"
    try:
        bot_answer(delivery, sent.message, answer.body)
    except Refusal as refusal:
        return Verdict.REFUSED, f"{refusal.code}: {refusal}"
    return Verdict.DELIVERED, ""


def _take(delivery: Delivery, sent: Sent) -> None:
    values: dict[str, Any] = {"now": timezone.now(), "at": sent.at, "url": sent.url}
    values |= {"player": delivery.player_id, "id": delivery.id}
    values |= {"headers": Jsonb(dict(sent.headers)), "status": sent.answer.status}
    values |= {"milliseconds": _milliseconds(sent.answer), "response": sealed_response(delivery, sent.answer)}
    with connection.cursor() as cursor:
        cursor.execute(TAKEN, values)


def _note_success(webhook: Webhook) -> None:
    if Webhook.objects.filter(pk=webhook.pk, failures__gt=0).exists():
        with transaction.atomic():
            for locked in Webhook.objects.select_for_update(no_key=True).filter(pk=webhook.pk):
                receiver_worked(locked)


def _settle(delivery: Delivery, sent: Sent, verdict: Verdict, error: str) -> None:
    """Runs in the transaction of the action, if there was one. Locks rows in the order of `log.locks`."""
    webhook = (
        Webhook.objects.select_for_update(no_key=True)
        .filter(player=delivery.player_id, id=delivery.webhook_id)
        .first()
    )
    locked = Delivery.objects.select_for_update().filter(pk=delivery.pk).first() if webhook else None
    if webhook is None or locked is None:  # deleted meanwhile
        return
    locked.attempts += 1
    _log(locked, sent, error)
    if verdict.is_working:
        receiver_worked(webhook)
    else:
        receiver_failed(webhook, gone=verdict is Verdict.GONE)
    _schedule(locked, verdict)


def _schedule(locked: Delivery, verdict: Verdict) -> None:
    now = timezone.now()
    is_question = locked.kind == Webhook.Kind.BOT_ACT
    locked.leased_until = None
    if verdict is Verdict.DELIVERED:
        locked.state = Delivery.State.DELIVERED
    elif not is_question and now - locked.created_at >= settings.WEBHOOK_GIVE_UP_AFTER:
        locked.state = Delivery.State.FAILED
    if locked.state == Delivery.State.PENDING:
        at_most = MAX_QUESTION_DELAY if is_question else None
        locked.next_attempt_at = now + retry_after(locked.attempts, at_most=at_most)
    else:
        locked.next_attempt_at = None
        locked.ended_at = now
    locked.save(update_fields=["attempts", "leased_until", "state", "next_attempt_at", "ended_at"])


def _log(locked: Delivery, sent: Sent, error: str) -> None:
    Attempt.objects.create(
        delivery=locked,
        number=locked.attempts,
        at=sent.at,
        milliseconds=_milliseconds(sent.answer),
        url=sent.url,
        headers=dict(sent.headers),
        version=sent.message.version,
        status=sent.answer.status,
        response=sealed_response(locked, sent.answer, error),
    )
    if locked.attempts > LOGGED_ATTEMPTS:
        Attempt.objects.filter(delivery=locked, number__lte=locked.attempts - LOGGED_ATTEMPTS).delete()


def _milliseconds(answer: Answer) -> int:
    return round(answer.seconds * 1000)
