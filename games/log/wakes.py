"""Wake-ups through Redis. The database is the source of truth; a lost wake-up only delays.

Each game, each player and each message board has a channel. A message is only a number: the new version of
the game, the number of the player's newest notice, or that of a message on the board.
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

from games.redis_clients import shared_client
from rules.table.fold import Folded

logger = logging.getLogger("signalbox.log")

GAME: Final = "game:"
PLAYER: Final = "player:"
BOARD: Final = "board:"
HERE_ALREADY_SECONDS: Final = 0.001
MAX_HEARD: Final = 100  # games per call; the rest is returned by the next


def channel(game: UUID) -> str:
    return f"{GAME}{game}"


def player_channel(player: UUID) -> str:
    return f"{PLAYER}{player}"


def wake(game: UUID, folded: Folded) -> None:
    """Announce a new version of the game. It is committed already, so without Redis this only logs."""
    try:
        shared_client(settings.REDIS_URL).publish(channel(game), folded.seq)
    except redis.RedisError:
        logger.warning("cannot announce game %s: Redis does not respond", game)


def wake_board(game: UUID, number: int) -> None:
    """Announce a message to those who listen to the game; without Redis they find it in the list."""
    try:
        shared_client(settings.REDIS_URL).publish(f"{BOARD}{game}", number)
    except redis.RedisError:
        logger.warning("cannot announce a message at game %s: Redis does not respond", game)


def wake_players(newest: Mapping[UUID, int]) -> None:
    """Announce the number of each player's newest notice."""
    try:
        with shared_client(settings.REDIS_URL).pipeline(transaction=False) as pipeline:
            for player, number in newest.items():
                pipeline.publish(player_channel(player), number)
            pipeline.execute()
    except redis.RedisError:
        logger.warning("cannot announce the notices of %s players: Redis does not respond", len(newest))


@contextmanager
def listening_to_games() -> Iterator[Callable[[float], set[UUID]]]:
    """Yields a function that waits up to the given seconds for new versions and returns their games."""
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
    """The next message within the given seconds, or None, also without Redis."""
    try:
        return listener.get_message(timeout=seconds)
    except redis.RedisError:
        time.sleep(seconds)
        return None
