"""Wake-ups for whoever waits for a game to move. The event table is the truth; a lost wake-up only delays.

Each game has a channel in Redis; a message is the new version and tells nothing else.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from uuid import UUID

import redis
from django.conf import settings

from games.folding import Folded

logger = logging.getLogger("signalbox.feed")

PATIENCE_SECONDS = 0.5


def channel(game: UUID) -> str:
    return f"game:{game}"


@cache
def connection(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS)


def wake(game: UUID, folded: Folded) -> None:
    """Tell that the game has moved. The move is safe already: a Redis that is away is no error."""
    try:
        connection(settings.REDIS_URL).publish(channel(game), folded.seq)
    except redis.RedisError:
        logger.warning("nobody could be woken for game %s: Redis does not answer", game)


@contextmanager
def listening(game: UUID) -> Iterator[Callable[[float], None]]:
    """Gives a function that sleeps until the game moves, or so many seconds; it may wake early for nothing.

    Without Redis it only sleeps: whoever waits looks at the database again and again anyway.
    """
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS
    ) as own:
        listener = own.pubsub(ignore_subscribe_messages=True)
        try:
            listener.subscribe(channel(game))
        except redis.RedisError:
            yield time.sleep
        else:
            yield lambda seconds: _hear(listener, seconds)


def _hear(listener: redis.client.PubSub, seconds: float) -> None:
    try:
        listener.get_message(timeout=seconds)
    except redis.RedisError:
        time.sleep(seconds)
