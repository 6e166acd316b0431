"""Finds games whose task was lost and dispatches the task again.

A sweep goes on until nothing is due, the workers have enough to do, or its time is up. It reads each kind of
due game by its index, in turns, so that many of one kind do not delay the others.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.log.sql import fetch
from games.models import Game
from games.play.attempts import games_retry
from games.play.dispatch import BOT_QUEUES, CLOCK, TIME_OUT, messages_queued, send, send_task, with_people

BATCH: Final = 500
MAX_QUEUED: Final = 5_000  # messages that keep the workers busy until the next sweep
MAX_SECONDS: Final = 4.0
QUIET: Final = timedelta(seconds=5)  # after this long a message counts as lost


class Due(NamedTuple):
    """What the sweep needs to know of a game that waits for a task."""

    id: UUID
    version: int
    attention: str
    attend_at: datetime | None
    deadline: datetime | None
    sent_at: datetime | None
    with_people: bool


# For a single game, since rows of several nodes cannot be locked by one statement.
MARK: Final = """
UPDATE games_game SET sent_at = %s WHERE id = %s AND id IN (
    SELECT id FROM games_game WHERE id = %s AND sent_at IS NOT DISTINCT FROM %s FOR UPDATE SKIP LOCKED
) RETURNING id
"""


@dataclass(slots=True)
class Kind:
    """One kind of due games, ordered by a time that has an index."""

    games: QuerySet[Game]
    time: str
    queues: Sequence[str]
    place: datetime | None = None  # how far this sweep has read
    has_more: bool = True

    def take(self, now: datetime) -> list[Due]:
        """Mark the next games as dispatched, except those that another sweep has marked meanwhile.

        Games locked by another transaction are advancing: skip them.
        """
        after = {f"{self.time}__gte": self.place} if self.place else {}
        rows = self.games.filter(**after).order_by(self.time).values_list(*Due._fields)[:BATCH]
        due = [Due(*row) for row in rows]
        self.place, self.has_more = getattr(due[-1], self.time) if due else None, len(due) == BATCH
        return [game for game in due if fetch(MARK, now, game.id, game.id, game.sent_at)]


def games_sweep() -> int:
    """Dispatch the tasks of games that wait for a bot, a settlement or a deadline. Returns their number."""
    now, end = timezone.now(), time.monotonic() + MAX_SECONDS
    games_retry(now)
    queued = bots_are_queued()
    waiting, swept = deque(_kinds(now)), 0
    while waiting and time.monotonic() < end:
        kind = waiting.popleft()
        if messages_queued(kind.queues) >= MAX_QUEUED:
            continue
        due = kind.take(now)
        for game in due:
            _dispatch(game, now, bots_are_queued=queued)
        swept += len(due)
        if kind.has_more:
            waiting.append(kind)
    return swept


def _dispatch(game: Due, now: datetime, *, bots_are_queued: bool) -> None:
    is_queued = bots_are_queued and game.attention == Game.Attention.BOT
    if game.attend_at and game.attend_at <= now and not is_queued:
        send(game.id, game.attention, version=game.version, people=game.with_people)
    if game.deadline and game.deadline <= now:
        send_task(TIME_OUT, game.id)


def bots_are_queued() -> bool:
    """Whether the broker holds as many messages as there are games that wait for a bot.

    Then each game only has to wait its turn, and sending another message would make the queue longer. If a
    message was lost, the count is too small.
    """
    waiting = Game.objects.filter(
        attention=Game.Attention.BOT, attend_at__lte=timezone.now(), parked_at=None
    ).count()
    return messages_queued(BOT_QUEUES) >= waiting > 0


def _kinds(now: datetime) -> list[Kind]:
    """Games that need a task, but have not advanced and were sent no message for a while.

    The clock of a test table does not follow the time of day, so its deadlines never fall due by themselves.
    """
    games = Game.objects.filter(parked_at=None).annotate(with_people=with_people())
    unsent = Q(sent_at=None) | Q(sent_at__lt=now - QUIET)
    forgotten = games.filter(unsent, attend_at__lt=now - QUIET)
    late = games.filter(unsent | Q(sent_at__lt=F("deadline")), deadline__lte=now, test=False)
    return [
        Kind(late, "deadline", (CLOCK,)),
        Kind(forgotten.filter(attention=Game.Attention.SETTLE), "attend_at", (CLOCK,)),
        Kind(forgotten.filter(attention=Game.Attention.BOT), "attend_at", BOT_QUEUES),
    ]
