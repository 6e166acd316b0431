"""The channel of pushes: a notice, encrypted for the browser, goes to the push service of the browser."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import to_builtins

from games.deliveries.channel import CANCELLED, DELIVERED, FAILED, LATER, Carrier, Verdict
from games.deliveries.models import Channel, Delivery
from games.notices.answers import Notice
from games.notifications.content import Content, content_of
from games.notifications.encryption import MAX_PLAIN_BYTES, encrypted
from games.notifications.identity import authorization
from games.notifications.models import PushSubscription
from games.notifications.subscriptions import subscription_delete, subscription_list
from games.webhooks.transport import Answer, post
from games.work.schedule import pause_after

TTL: Final = timedelta(days=1)  # how long a push service keeps it for a browser that is not connected
URGENT: Final = ("deadline.near",)
GONE: Final = (404, 410)
AGAIN: Final = (408, 425, 429)
SERVER_ERROR: Final = 500
MAX_RETRY_AFTER: Final = timedelta(hours=6)
MAX_FAILURES: Final = 50  # in a row; then the subscription is given up


@dataclass(frozen=True, slots=True)
class Push:
    subscription: PushSubscription
    content: Content


class Pushes(Carrier):
    name = Channel.PUSH
    workers = 4
    receivers = PushSubscription

    def render(self, row: Delivery) -> Push | None:
        subscription = subscription_list(row.player_id).filter(id=row.receiver).first()
        content = content_of(row)
        if subscription is None or content is None or not content.choice.push:
            return None
        return Push(subscription, content)

    def send(self, row: Delivery, message: Push) -> Answer:
        to = message.subscription
        sealed = encrypted(payload(message.content), bytes(to.p256dh), bytes(to.auth))
        return post(to.endpoint, headers_for(row, to, message.content), sealed, player=row.player_id)

    def judge(self, row: Delivery, message: Push, answer: Answer) -> Verdict:
        return _judge(message.subscription, answer)


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
        "notice": to_builtins(Notice.of(item.notice)),
    }
    plain = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    if len(plain) > MAX_PLAIN_BYTES:
        message["notice"].pop("data")
        plain = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    return plain


def headers_for(row: Delivery, subscription: PushSubscription, content: Content) -> dict[str, str]:
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


def _judge(subscription: PushSubscription, answer: Answer) -> Verdict:
    status = answer.status
    if status is not None and 200 <= status < 300:  # noqa: PLR2004 (as HTTP has it)
        if subscription.failures:
            subscription.forgive()
            _save(subscription)
        return DELIVERED
    if status in GONE or subscription.failures + 1 >= MAX_FAILURES:
        subscription_delete(subscription)
        return CANCELLED
    is_final = status is not None and status < SERVER_ERROR and status not in AGAIN
    # Wait as long as the service asks, or longer with every failure.
    subscription.hold(None if is_final else _asked_for(answer) or pause_after(subscription.failures + 1))
    _save(subscription)
    return FAILED if is_final else LATER


def _save(subscription: PushSubscription) -> None:
    """If it was not removed meanwhile."""
    mine = PushSubscription.objects.filter(player=subscription.player_id, id=subscription.id)
    mine.update(failures=subscription.failures, held_until=subscription.held_until)


def _asked_for(answer: Answer) -> timedelta | None:
    """A date instead of seconds is not understood: the schedule applies."""
    if not answer.retry_after.isdecimal() or not answer.retry_after.isascii():
        return None
    return min(timedelta(seconds=int(answer.retry_after[:9])), MAX_RETRY_AFTER)
