"""Dispatches the task that a game needs next, if it does not wait for a person.

The tasks import the services and the services dispatch the tasks, so the tasks are named, not imported.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import redis
from celery import current_app
from django.conf import settings
from django.db.models import Exists, OuterRef
from kombu.exceptions import OperationalError

from games.log.projection import attention_for
from games.models import Game, Seat
from games.redis_clients import new_client
from rules.table.fold import Folded

logger = logging.getLogger("signalbox.attention")

PLAY: Final = "games.tasks.play_bots"
SETTLE: Final = "games.tasks.settle_game"
TIME_OUT: Final = "games.tasks.time_out_game"
AUDIT: Final = "games.tasks.audit_game"
VERIFY: Final = "games.tasks.verify_new"

# Three queues, so that tables with people are not served after tables of bots alone, nor those of one host
# after a hundred of another.
WITH_PEOPLE: Final = "people"
BOTS_ALONE: Final = "bots"
CROWD: Final = "crowd"
BOT_QUEUES: Final = (WITH_PEOPLE, BOTS_ALONE, CROWD)
MAX_ALONE: Final = 4  # tables of bots alone of one host; if there are more, they are a crowd
CLOCK: Final = "clock"  # deadlines and settlements


def attend(game: UUID, folded: Folded) -> None:
    """Dispatch the task that is due, if any."""
    people = any(not (chair.bot or chair.stand_in) for chair in folded.table.chairs)
    delay = folded.table.bot_delay / 1000
    send(game, attention_for(folded), version=folded.seq, seconds=delay, people=people)


def send(game: UUID, attention: str, *, version: int, seconds: float = 0, people: bool = True) -> None:
    """The message is for this version and ignored once the game has advanced.

    So a repeated or late message never starts a second sequence of bot turns beside the first.
    """
    if attention == Game.Attention.SETTLE:
        send_task(SETTLE, game)
    elif attention == Game.Attention.BOT:
        queue = WITH_PEOPLE if people else _queue_alone(game)
        send_task(PLAY, game, version, countdown=seconds or None, queue=queue)


def _queue_alone(game: UUID) -> str:
    """For a table of bots alone: a few of a host wait with those of everybody, many for each other."""
    host = Game.objects.values_list("host", flat=True).get(pk=game)
    alone = Game.objects.filter(~with_people(), host=host, status=Game.Status.PLAYING)
    return BOTS_ALONE if alone[: MAX_ALONE + 1].count() <= MAX_ALONE else CROWD


def with_people() -> Exists:
    """The condition that a person plays in the game, and no stand-in for them."""
    return Exists(Seat.objects.filter(game=OuterRef("pk"), player__isnull=False, stand_in=""))


def send_task(name: str, subject: UUID | str, *args: Any, **options: Any) -> None:
    """Without the broker this only logs: the sweep will dispatch the task later."""
    try:
        current_app.send_task(name, [str(subject), *args], retry=False, **options)
    except OperationalError:
        logger.warning("cannot dispatch a task for %s: the broker does not respond", subject)


def messages_queued(queues: Sequence[str]) -> int:
    """The number of messages in these queues that no worker has taken yet; 0 without the broker."""
    try:
        with new_client(settings.REDIS_URL) as broker:
            return sum(int(broker.llen(queue)) for queue in queues)
    except redis.RedisError:
        return 0
