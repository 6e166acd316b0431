"""One waiting request. Between checks it is only this object and the task of its connection."""

from __future__ import annotations

import asyncio
from uuid import UUID

from games.accounts.models import Player
from games.http.long_poll import Wait
from games.log import wakes
from games.streams.game_log import GameSource
from games.streams.notices import NoticeSource
from games.streams.source import Source


class Poll:
    def __init__(self, wait: Wait) -> None:
        self.source = source_of(wait.channel)
        self.after = wait.after
        self._news = asyncio.Event()

    def hears(self, number: int) -> None:
        """A number from Redis is only a hint; a wrong one costs one check."""
        if number > self.after:
            self.wake()

    def wake(self) -> None:
        self._news.set()

    async def news(self, after: int) -> None:
        """Wait until there is a number greater than this, or until `wake` is called."""
        self.after = after
        await self._news.wait()
        self._news.clear()


def source_of(channel: str) -> Source:
    if channel.startswith(wakes.GAME):
        return GameSource(UUID(channel.removeprefix(wakes.GAME)))
    return NoticeSource(Player(pk=UUID(channel.removeprefix(wakes.PLAYER))))
