"""Wake-ups from Redis, through one connection per process. Without Redis the hub's ticks have to do."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from redis import RedisError

from games.log import wakes
from games.redis_clients import BACKGROUND_TIMEOUT, new_async_client

logger = logging.getLogger("signalbox.streams")

CHANNELS: Final = (f"{wakes.GAME}*", f"{wakes.PLAYER}*", f"{wakes.BOARD}*")
PAUSE_SECONDS: Final = 0.5


async def listen(url: str, heard: Callable[[str, int], None], again: Callable[[], None]) -> None:
    """Pass on messages for ever; call `again` whenever some may have been missed."""
    is_away = False
    while True:
        try:
            await _listen_once(url, heard, again)
        except (RedisError, OSError) as error:
            if not is_away:
                logger.warning("no wake-ups for streams: Redis does not respond (%s)", type(error).__name__)
            is_away = True
        else:
            is_away = False
        await asyncio.sleep(PAUSE_SECONDS)


async def _listen_once(url: str, heard: Callable[[str, int], None], again: Callable[[], None]) -> None:
    client = new_async_client(url)
    async with client, client.pubsub(ignore_subscribe_messages=True) as listener:
        await listener.psubscribe(*CHANNELS)
        again()
        while True:
            message = await listener.get_message(timeout=BACKGROUND_TIMEOUT)
            if message and message["data"].isdigit():
                heard(message["channel"].decode(), int(message["data"]))
