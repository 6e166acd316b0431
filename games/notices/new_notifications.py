"""New notifications: what is sent by e-mail and push, written in the transaction of the notices.

So there is an e-mail or a push for a notice exactly if there is the notice, whatever dies in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from games.deliveries.models import Channel, Delivery
from games.deliveries.services import deliveries_write, digest_collect
from games.notices.models import Notice
from games.people.models import NotificationChoice
from games.sql import fetch

Email = NotificationChoice.Email
A_DAY: Final = timedelta(days=1)

# Hand-written, because it runs for every notice, and most players have chosen nothing.
CHOSEN: Final = """
SELECT player_id, email, email_kinds, push, push_kinds, hour, time_zone FROM games_notificationchoice
WHERE player_id = ANY(%s) AND (email <> 'off' OR push)
"""
BROWSERS: Final = "SELECT player_id, id FROM games_pushsubscription WHERE player_id = ANY(%s) ORDER BY id"
LATELY: Final = """
SELECT player_id, channel, count(*) FROM games_delivery
WHERE player_id = ANY(%s) AND NOT channel = 'webhook' AND created_at > %s AND digest_at IS NULL
GROUP BY player_id, channel
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
        self._browsers: dict[UUID, list[UUID]] = {}
        for player, browser in fetch(BROWSERS, [one.player for one in choices.values() if one.push]):
            self._browsers.setdefault(player, []).append(browser)
        self._lately = _counts(choices, now - A_DAY)

    def write(self, notices: Iterable[Notice]) -> None:
        made: list[Delivery] = []
        for notice in notices:
            if choice := self._choices.get(notice.player_id):
                made += self._pushes(choice, notice)
                made += self._mail(choice, notice)
        deliveries_write(made)

    def _pushes(self, choice: Choice, notice: Notice) -> Iterator[Delivery]:
        """Beyond the limit of a day there are none: the notices are still in the API."""
        if not choice.wants_push(notice.kind):
            return
        for browser in self._browsers.get(choice.player, ()):
            if self._is_within(choice, Channel.PUSH, settings.PUSHES_PER_DAY):
                yield self._row(notice, Channel.PUSH, browser)

    def _mail(self, choice: Choice, notice: Notice) -> Iterator[Delivery]:
        """Beyond the limit of a day the rest comes as a digest."""
        if not choice.wants_mail(notice.kind):
            return
        if choice.email == Email.EACH and self._is_within(choice, Channel.EMAIL, settings.MAILS_PER_DAY):
            yield self._row(notice, Channel.EMAIL, choice.player)
        else:
            self._collect(choice, notice)

    def _is_within(self, choice: Choice, channel: Channel, limit: int) -> bool:
        self._lately[choice.player, channel] += 1
        return self._lately[choice.player, channel] <= limit

    def _row(self, notice: Notice, channel: Channel, receiver: UUID) -> Delivery:
        return Delivery(
            player_id=notice.player_id,
            channel=channel,
            receiver=receiver,
            kind=notice.kind,
            notices=[notice.number],
        )

    def _collect(self, choice: Choice, notice: Notice) -> None:
        due = digest_after(self._now, choice.hour, choice.time_zone)
        digest_collect(choice.player, notice.number, due)


def _counts(players: Collection[UUID], since: datetime) -> Counter[tuple[UUID, str]]:
    """Also to browsers that have been removed since."""
    rows = fetch(LATELY, list(players), since)
    return Counter({(player, channel): number for player, channel, number in rows})


def digest_after(now: datetime, hour: int, time_zone: str) -> datetime:
    """The next time this hour begins there; on a day without that hour, an hour later."""
    local = now.astimezone(ZoneInfo(time_zone))
    due = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    if due <= local:
        due = (due.replace(tzinfo=None) + A_DAY).replace(tzinfo=local.tzinfo)
    return due.astimezone(now.tzinfo)
