"""Wake-ups for whoever waits. The database is the truth; a wake-up that gets lost only delays.

Each game and each player has a channel in Redis. A message is a number and tells nothing else: the new
version of the game, or the number of the player's newest notice.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

import redis
from django.conf import settings

from games.log.fold import Folded
from games.redis_clients import shared_client

logger = logging.getLogger("signalbox.feed")

GAME: Final = "game:"
PLAYER: Final = "player:"
HERE_ALREADY_SECONDS: Final = 0.001
MAX_HEARD: Final = 100  # games at once; the rest is heard next


def channel(game: UUID) -> str:
    return f"{GAME}{game}"


def player_channel(player: UUID) -> str:
    return f"{PLAYER}{player}"


def wake(game: UUID, folded: Folded) -> None:
    """Tell that the game has moved. The move is safe already: a Redis that is away is no error."""
    try:
        shared_client(settings.REDIS_URL).publish(channel(game), folded.seq)
    except redis.RedisError:
        logger.warning("nobody could be woken for game %s: Redis does not answer", game)


def wake_players(newest: Mapping[UUID, int]) -> None:
    """Tell players that there is something new for them, up to this number."""
    try:
        with shared_client(settings.REDIS_URL).pipeline(transaction=False) as pipeline:
            for player, number in newest.items():
                pipeline.publish(player_channel(player), number)
            pipeline.execute()
    except redis.RedisError:
        logger.warning("%s players could not be woken: Redis does not answer", len(newest))


@contextmanager
def listening_to_games() -> Iterator[Callable[[float], set[UUID]]]:
    """Gives a function that sleeps until some game moves, or so many seconds, and tells which have."""
    with _listener() as listener:

        def hear(seconds: float) -> set[UUID]:
            if not listener.subscribed and not _subscribes(listener):
                time.sleep(seconds)
                return set()
            heard: set[UUID] = set()
            message = _hear(listener, max(seconds, HERE_ALREADY_SECONDS))
            while message and len(heard) < MAX_HEARD:
                heard.add(UUID(message["channel"].decode().removeprefix(GAME)))
                message = _hear(listener, HERE_ALREADY_SECONDS)
            return heard

        yield hear


def _subscribes(listener: redis.client.PubSub) -> bool:
    try:
        listener.psubscribe(f"{GAME}*")
    except redis.RedisError:
        return False
    return True


@contextmanager
def _listener() -> Iterator[redis.client.PubSub]:
    with shared_client(settings.REDIS_URL).pubsub(ignore_subscribe_messages=True) as listener:
        yield listener


def _hear(listener: redis.client.PubSub, seconds: float) -> Any:
    """The next message, if there is one in so many seconds; without Redis there is none."""
    try:
        return listener.get_message(timeout=seconds)
    except redis.RedisError:
        time.sleep(seconds)
        return None
