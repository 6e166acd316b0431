"""Finds games whose task was lost and sends for the task again.

A sweep goes on until nothing is due, the workers have enough to do, or its time is up. It reads each kind of
due game by its index, in turns, so that many of one kind do not delay the others.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final, NamedTuple
from uuid import UUID

import redis
from django.conf import settings
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from games.log.models import Game
from games.moves.dispatch import BOTS_ALONE, CLOCK, NOBODY, WITH_PEOPLE, bots_send, send
from games.moves.due import bots_alone, games_due, with_people
from games.redis_clients import new_client
from games.work.attempts import Work
from games.work.broker import messages_queued, wake

BATCH: Final = 500
MAX_QUEUED: Final = 5_000  # messages in a queue that keep the workers busy until the next sweep
MAX_SECONDS: Final = 4.0
QUIET: Final = timedelta(seconds=5)  # after this long a message counts as lost
# Less than from one sweep to the next: what one has sent for, the next may send for again.
SENT: Final = timedelta(seconds=4)


class Due(NamedTuple):
    """What the sweep needs to know of a game that waits for a task."""

    id: UUID
    version: int
    attention: str
    attend_at: datetime | None
    deadline: datetime | None


@dataclass(slots=True)
class Kind:
    """One kind of due games, ordered by a time that has an index. They wait in a queue of their own."""

    games: QuerySet[Game]
    time: str
    queue: str
    place: Q = field(default_factory=Q)  # what this sweep has not read yet
    has_more: bool = True

    def sweep(self, is_time: Callable[[object], bool]) -> int:
        """Send for the next games, except those that a sweep has sent for just now."""
        rows = self.games.filter(self.place).order_by(self.time, "id").values_list(*Due._fields)[:BATCH]
        due = [Due(*row) for row in rows]
        self.has_more = len(due) == BATCH
        if due:
            last = getattr(due[-1], self.time)
            equal = Q(**{self.time: last}, id__gt=due[-1].id)
            self.place = Q(**{f"{self.time}__gt": last}) | equal
        return sum(map(self._send, takewhile(is_time, _not_sent(due, self.time))))

    def _send(self, game: Due) -> int:
        if self.time == "deadline":
            wake("time_out_game", str(game.id))
        else:
            send(game.id, game.attention, version=game.version)
        return 1


@dataclass(slots=True)
class BotsAlone:
    """Tables of bots alone, by their hosts. Which are in the queue already is known by their places."""

    games: QuerySet[Game]
    queue: str = BOTS_ALONE
    has_more: bool = False

    def sweep(self, is_time: Callable[[object], bool]) -> int:
        hosts = self.games.order_by().values("host").annotate(since=Min("attend_at")).order_by("since")
        found = [host or NOBODY for host in hosts.values_list("host", flat=True)]
        return sum(map(bots_send, takewhile(is_time, found)))


def _not_sent(due: list[Due], what: str) -> list[Due]:
    """Redis keeps for a while who was sent for. Without it nothing can be sent, so it makes no difference."""
    try:
        with new_client(settings.REDIS_URL) as client, client.pipeline(transaction=False) as asked:
            for game in due:
                asked.set(f"sent:{what}:{game.id}:{game.version}", 1, nx=True, px=SENT)
            return [game for game, is_first in zip(due, asked.execute(), strict=True) if is_first]
    except redis.RedisError:
        return due


def games_sweep() -> int:
    """Send for the tasks of games that wait for a bot, a settlement or a deadline. Returns their number."""
    end = time.monotonic() + MAX_SECONDS
    waiting, swept = deque(_kinds(timezone.now())), 0
    while waiting and time.monotonic() < end:
        kind = waiting.popleft()
        if messages_queued(kind.queue) >= MAX_QUEUED:
            continue
        swept += kind.sweep(lambda _: time.monotonic() < end)
        if kind.has_more:
            waiting.append(kind)
    return swept


def _kinds(now: datetime) -> list[Kind | BotsAlone]:
    """Games that need a task, but have not advanced for a while."""
    late, over = games_due(Work.DEADLINES, now), games_due(Work.SETTLEMENTS, now - QUIET)
    return [
        Kind(late, "deadline", CLOCK),
        Kind(over, "attend_at", CLOCK),
        Kind(games_due(Work.BOTS, now - QUIET).filter(with_people()), "attend_at", WITH_PEOPLE),
        BotsAlone(bots_alone().filter(attend_at__lte=now - QUIET)),
    ]
