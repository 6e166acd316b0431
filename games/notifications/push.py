"""Sends one push: the notice, encrypted for the browser, to the push service that the browser has chosen."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from django.db.models import F
from django.utils import timezone

from games.models import Channel, Notification, PushSubscription
from games.notices.views import notice_answer
from games.notifications.content import Content, content_of
from games.notifications.encryption import MAX_PLAIN_BYTES, encrypted
from games.notifications.identity import authorization
from games.notifications.leases import waiting_postpone
from games.notifications.outcome import CANCELLED, FAILED, SENT, Outcome, retry_after
from games.notifications.subscriptions import subscription_delete, subscription_list
from games.webhooks.transport import Answer, post

TTL: Final = timedelta(days=1)  # how long a push service keeps it for a browser that is not connected
URGENT: Final = ("deadline.near",)
GONE: Final = (404, 410)
AGAIN: Final = (408, 425, 429)
SERVER_ERROR: Final = 500
MAX_RETRY_AFTER: Final = timedelta(hours=6)
MAX_FAILURES: Final = 50  # in a row; then the subscription is given up


def push_send(row: Notification) -> Outcome:
    subscription = subscription_list(row.player_id).filter(pk=(row.player_id, row.subscription)).first()
    content = content_of(row)
    if subscription is None or content is None or not content.choice.push:
        return CANCELLED
    sealed = encrypted(payload(content), bytes(subscription.p256dh), bytes(subscription.auth))
    answer = post(
        subscription.endpoint, headers_for(row, subscription, content), sealed, player=row.player_id
    )
    return _judge(subscription, answer)


def payload(content: Content) -> bytes:
    """What the service worker of a client gets: words to show, links, and the notice itself."""
    (item,) = content.items
    message: dict[str, Any] = {
        "title": item.title,
        "body": item.text,
        "url": item.url,
        "tag": f"notice-{item.notice.number}",  # a browser shows one of a tag, so a repetition is not seen
        "language": content.choice.language,
        "unsubscribe": content.unsubscribe_url(Channel.PUSH),
        "notice": notice_answer(item.notice),
    }
    plain = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    if len(plain) > MAX_PLAIN_BYTES:
        message["notice"].pop("data")
        plain = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    return plain


def headers_for(row: Notification, subscription: PushSubscription, content: Content) -> dict[str, str]:
    """`topic` is the same for every attempt: a push service replaces what it has not delivered yet."""
    (item,) = content.items
    parts = urlsplit(subscription.endpoint)
    return {
        "authorization": authorization(f"{parts.scheme}://{parts.netloc}"),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(int(TTL.total_seconds())),
        "topic": row.id.hex,
        "urgency": "high" if item.notice.kind in URGENT else "normal",
        "user-agent": "Signalbox-Push/1",
    }


def _judge(subscription: PushSubscription, answer: Answer) -> Outcome:
    status = answer.status
    mine = PushSubscription.objects.filter(player=subscription.player_id, id=subscription.id)
    if status is not None and 200 <= status < 300:  # noqa: PLR2004 (as HTTP has it)
        if subscription.failures:
            mine.update(failures=0)
        return SENT
    if status in GONE or subscription.failures + 1 >= MAX_FAILURES:
        subscription_delete(subscription)
        return CANCELLED
    mine.update(failures=F("failures") + 1)
    if status is not None and status < SERVER_ERROR and status not in AGAIN:
        return FAILED
    return _held(subscription, answer)


def _held(subscription: PushSubscription, answer: Answer) -> Outcome:
    """Wait as long as the service asks, or longer with every failure. So does all else for this browser."""
    wait = _asked_for(answer) or retry_after(subscription.failures + 1)
    waiting_postpone(subscription.player_id, subscription.id, timezone.now() + wait)
    return Outcome(after=wait)


def _asked_for(answer: Answer) -> timedelta | None:
    """A date instead of seconds is not understood: the schedule applies."""
    if not answer.retry_after.isdecimal() or not answer.retry_after.isascii():
        return None
    return min(timedelta(seconds=int(answer.retry_after[:9])), MAX_RETRY_AFTER)
