"""Who has to act on a game now, if it is not a person: the tasks are sent for here.

The tasks import the services, and the services send for the tasks; so the tasks are named, not imported.
"""

from __future__ import annotations

import logging
from typing import Any, Final
from uuid import UUID

import redis
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from games.log.fold import Folded
from games.log.projection import attention_for
from games.models import Game
from games.redis_clients import new_client

logger = logging.getLogger("signalbox.attention")

PLAY: Final = "games.tasks.play_bots"
SETTLE: Final = "games.tasks.settle_game"
TIME_OUT: Final = "games.tasks.time_out_game"
AUDIT: Final = "games.tasks.audit_game"
VERIFY: Final = "games.tasks.verify_new"

# Where somebody waits for a bot, no table of bots alone is served first.
WITH_PEOPLE: Final = "people"
BOTS_ALONE: Final = "bots"


def attend(game: UUID, folded: Folded) -> None:
    """Send for the task that is due, if there is one."""
    people = any(not (chair.bot or chair.stand_in) for chair in folded.table.chairs)
    delay = folded.table.bot_delay / 1000
    send(game, attention_for(folded), version=folded.seq, seconds=delay, people=people)


def send(game: UUID, attention: str, *, version: int, seconds: float = 0, people: bool = True) -> None:
    """The message is for this version: once the table has moved on, it is void.

    So a message that comes twice, or late, never starts a second row of bot turns beside the first.
    """
    if attention == Game.Attention.SETTLE:
        send_task(SETTLE, game)
    elif attention == Game.Attention.BOT:
        queue = WITH_PEOPLE if people else BOTS_ALONE
        send_task(PLAY, game, version, countdown=seconds or None, queue=queue)


def send_task(name: str, subject: UUID | str, *args: Any, **options: Any) -> None:
    """If the broker is away, this is only logged: a sweep will find what the task was for."""
    try:
        current_app.send_task(name, [str(subject), *args], retry=False, **options)
    except OperationalError:
        logger.warning("no task could be sent for %s: the broker does not answer", subject)


def messages_queued() -> int:
    """How many messages for bots nobody has taken yet; none, if the broker cannot say."""
    try:
        with new_client(settings.REDIS_URL) as broker:
            return sum(int(broker.llen(queue)) for queue in (WITH_PEOPLE, BOTS_ALONE))
    except redis.RedisError:
        return 0
