"""The outbox: what is sent by e-mail and push, written in the transaction of the notices.

So there is an e-mail or a push for a notice exactly if there is the notice, whatever dies in between.
`games.notifications` sends what is written here.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from celery import current_app
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.log.sql import fetch
from games.models import Channel, Notice, Notification, NotificationChoice

logger = logging.getLogger("signalbox.notifications")

Email = NotificationChoice.Email
TASKS: Final = {Channel.EMAIL: "games.tasks.send_mail", Channel.PUSH: "games.tasks.send_pushes"}
QUEUE: Final = "notifications"
GOOD_FOR_SECONDS: Final = 5  # later it is useless: the scheduler starts one as often
A_DAY: Final = timedelta(days=1)

# Hand-written, because it runs for every notice, and most players have chosen nothing.
CHOSEN: Final = """
SELECT player_id, email, email_kinds, push, push_kinds, hour, time_zone FROM games_notificationchoice
WHERE player_id = ANY(%s) AND (email <> 'off' OR push)
"""
BROWSERS: Final = "SELECT player_id, id FROM games_pushsubscription WHERE player_id = ANY(%s) ORDER BY id"
LATELY: Final = """
SELECT player_id, channel, count(*) FROM games_notification
WHERE player_id = ANY(%s) AND created_at > %s AND digest_at IS NULL GROUP BY player_id, channel
"""
# A digest collects notices until it is due.
COLLECT: Final = """
INSERT INTO games_notification
    (player_id, id, channel, digest_at, numbers, state, attempts, next_attempt_at, created_at)
VALUES (%s, %s, 'email', %s, %s, 'pending', 0, %s, %s)
ON CONFLICT (player_id, digest_at) WHERE digest_at IS NOT NULL
DO UPDATE SET numbers = games_notification.numbers || excluded.numbers
"""


class Choice(NamedTuple):
    player: UUID
    email: str
    email_kinds: list[str] | None
    push: bool
    push_kinds: list[str] | None
    hour: int
    time_zone: str

    def wants_mail(self, kind: str) -> bool:
        return self.email != Email.OFF and (self.email_kinds is None or kind in self.email_kinds)

    def wants_push(self, kind: str) -> bool:
        return self.push and (self.push_kinds is None or kind in self.push_kinds)


def notifications_create(notices: Sequence[Notice]) -> None:
    """Write what the recipients want to be sent of these notices, and wake those who send it."""
    players = {notice.player_id for notice in notices}
    choices = {row[0]: Choice(*row) for row in fetch(CHOSEN, list(players))}
    if choices:
        _Writer(choices, timezone.now()).write(notices)


class _Writer:
    """Counts what each player was sent lately, so that no one is flooded."""

    def __init__(self, choices: dict[UUID, Choice], now: datetime) -> None:
        self._choices, self._now = choices, now
        self._lately = _counts(choices, now - A_DAY)
        self._browsers: dict[UUID, list[UUID]] = {}
        for player, browser in fetch(BROWSERS, [one.player for one in choices.values() if one.push]):
            self._browsers.setdefault(player, []).append(browser)

    def write(self, notices: Iterable[Notice]) -> None:
        made: list[Notification] = []
        for notice in notices:
            if choice := self._choices.get(notice.player_id):
                made += self._pushes(choice, notice)
                made += self._mail(choice, notice)
        Notification.objects.bulk_create(made)
        for channel in {one.channel for one in made}:
            transaction.on_commit(partial(wake_senders, Channel(channel)), robust=True)

    def _pushes(self, choice: Choice, notice: Notice) -> Iterator[Notification]:
        """Beyond the limit of a day there are none: the notices are still in the API."""
        if not choice.wants_push(notice.kind):
            return
        for browser in self._browsers.get(choice.player, ()):
            if self._is_within(choice, Channel.PUSH, settings.PUSHES_PER_DAY):
                yield self._row(notice, Channel.PUSH, subscription=browser)

    def _mail(self, choice: Choice, notice: Notice) -> Iterator[Notification]:
        """Beyond the limit of a day the rest comes as a digest."""
        if not choice.wants_mail(notice.kind):
            return
        if choice.email == Email.EACH and self._is_within(choice, Channel.EMAIL, settings.MAILS_PER_DAY):
            yield self._row(notice, Channel.EMAIL)
        else:
            self._collect(choice, notice)

    def _is_within(self, choice: Choice, channel: Channel, limit: int) -> bool:
        self._lately[choice.player, channel] += 1
        return self._lately[choice.player, channel] <= limit

    def _row(self, notice: Notice, channel: Channel, **more: Any) -> Notification:
        return Notification(
            player_id=notice.player_id,
            channel=channel,
            numbers=[notice.number],
            next_attempt_at=self._now,
            created_at=self._now,
            **more,
        )

    def _collect(self, choice: Choice, notice: Notice) -> None:
        due = digest_after(self._now, choice.hour, choice.time_zone)
        values: list[Any] = [choice.player, uuid4(), due, [notice.number], due, self._now]
        with connection.cursor() as cursor:
            cursor.execute(COLLECT, values)


def _counts(players: Collection[UUID], since: datetime) -> Counter[tuple[UUID, str]]:
    rows = fetch(LATELY, list(players), since)
    return Counter({(player, channel): number for player, channel, number in rows})


def digest_after(now: datetime, hour: int, time_zone: str) -> datetime:
    """The next time this hour begins there; on a day without that hour, an hour later."""
    local = now.astimezone(ZoneInfo(time_zone))
    due = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    if due <= local:
        due = (due.replace(tzinfo=None) + A_DAY).replace(tzinfo=local.tzinfo)
    return due.astimezone(now.tzinfo)


def wake_senders(channel: Channel) -> None:
    """The database says what is due, so a lost wake-up only delays."""
    try:
        current_app.send_task(TASKS[channel], [], queue=QUEUE, expires=GOOD_FOR_SECONDS, retry=False)
    except OperationalError:
        logger.warning("cannot wake senders: the broker does not respond")
