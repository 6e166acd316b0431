"""Finds games whose task was lost and dispatches the task again."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Game, Seat
from games.play.attempts import games_retry
from games.play.dispatch import TIME_OUT, messages_queued, send, send_task

MAX_SWEPT: Final = 500
QUIET: Final = timedelta(seconds=5)  # after this long a message counts as lost


class Due(NamedTuple):
    """What the sweep needs to know of a game that waits for a task."""

    id: UUID
    version: int
    attention: str
    attend_at: datetime | None
    deadline: datetime | None
    with_people: bool


def games_sweep() -> int:
    """Dispatch the tasks of games that wait for a bot, a settlement or a deadline. Returns their number."""
    now = timezone.now()
    games_retry(now)
    queued = bots_are_queued()
    due = _take_due(now)
    for game in due:
        is_queued = queued and game.attention == Game.Attention.BOT
        if game.attend_at and game.attend_at <= now and not is_queued:
            send(game.id, game.attention, version=game.version, people=game.with_people)
        if game.deadline and game.deadline <= now:
            send_task(TIME_OUT, game.id)
    return len(due)


def bots_are_queued() -> bool:
    """Whether the broker holds as many messages as there are games that wait for a bot.

    Then each game only has to wait its turn, and sending another message would make the queue longer. If a
    message was lost, the count is too small.
    """
    waiting = Game.objects.filter(
        attention=Game.Attention.BOT, attend_at__lte=timezone.now(), parked_at=None
    ).count()
    return messages_queued() >= waiting > 0


@transaction.atomic
def _take_due(now: datetime) -> list[Due]:
    """Mark the due games as dispatched. Games locked by another transaction are advancing: skip them."""
    rows = _due(now).select_for_update(skip_locked=True).values_list(*Due._fields)[:MAX_SWEPT]
    due = [Due(*row) for row in rows]
    Game.objects.filter(pk__in=[game.id for game in due]).update(sent_at=now)
    return due


def _due(now: datetime) -> QuerySet[Game]:
    """Games that need a task, but have not advanced and were sent no message for a while.

    The clock of a test table does not follow the time of day, so its deadlines never fall due by themselves.

    Those with the oldest message come first, so that games that always fail do not starve the others.
    """
    unsent = Q(sent_at=None) | Q(sent_at__lt=now - QUIET)
    forgotten = Q(attend_at__lt=now - QUIET) & unsent
    late = Q(deadline__lte=now) & (unsent | Q(sent_at__lt=F("deadline")))
    people = Seat.objects.filter(game=OuterRef("pk"), player__isnull=False, stand_in="")
    games = Game.objects.annotate(with_people=Exists(people)).filter(
        forgotten | (late & Q(test=False)), parked_at=None
    )
    return games.order_by(F("sent_at").asc(nulls_first=True), "moved_at")
