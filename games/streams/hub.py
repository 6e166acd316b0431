"""The hub of the streams process: who waits for what. Redis wakes it, and it checks every second."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import close_old_connections
from django.utils import timezone

from games.accounts.selectors import tokens_living
from games.log import wakes
from games.streams import metrics
from games.streams.board import announcement
from games.streams.grounds import Ground, living
from games.streams.poll import Poll
from games.streams.source import Head, Source
from games.streams.stream import Stream
from games.streams.wakes import listen
from games.streams.watch import Watch
from games.streams.wire import Reason
from rules.table.clock import timestamp

T = TypeVar("T")
logger = logging.getLogger("signalbox.streams")

TICK_SECONDS: Final = 1.0  # how often the database is checked for what Redis did not announce
THREADS: Final = 3

Heads = dict[str, Head]  # by channel
Gone = set[UUID | Ground]  # revoked tokens, ended assignments and invitations


class Hub:
    def __init__(self) -> None:
        self.watches: dict[str, Watch] = {}
        self.is_stopping = False
        self._threads = ThreadPoolExecutor(THREADS, "reading")
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def streams(self) -> list[Stream]:
        return [stream for watch in self.watches.values() for stream in watch.streams]

    # -- joining and leaving -------------------------------------------------------------------

    def start(self) -> None:
        self._run(self._tick())
        self._run(listen(settings.REDIS_URL, self.heard, self._look_everywhere))

    def stop(self) -> None:
        """End all streams and polls; `join` ends later ones."""
        self.is_stopping = True
        for stream in self.streams:
            stream.end(Reason.SERVER_STOPPING)
        for watch in self.watches.values():
            for poll in watch.polls:
                poll.wake()

    def close(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def join(self, stream: Stream, newest: int, first: bytes) -> None:
        """Where the log ended when the request was answered, and the first message of the answer.

        What has happened since is announced to a watch that is there. A new one may have missed it, so it
        reads the source first.
        """
        watch = self._watch(stream.source)
        watch.hears(newest)
        watch.streams.add(stream)
        stream.on_room = self._has_room
        metrics.OPENED.labels(stream.source.kind).inc()
        stream.begin(first)
        if not watch.is_live or watch.is_hungry:
            self._look(watch)
        if self.is_stopping:
            stream.end(Reason.SERVER_STOPPING)

    def leave(self, stream: Stream) -> None:
        self.watches[stream.source.channel].streams.discard(stream)
        self._tidy(stream.source)
        if stream.reason is None:
            metrics.ENDED.labels(stream.source.kind, stream.why).inc()

    @contextmanager
    def polling(self, poll: Poll) -> Iterator[None]:
        """Wake the poll whenever there is news, until it leaves."""
        watch = self._watch(poll.source)
        watch.polls.add(poll)
        self._run(self._ask_head(watch))  # there may be news since the view responded
        if self.is_stopping:
            poll.wake()
        try:
            yield
        finally:
            watch.polls.discard(poll)
            self._tidy(poll.source)

    def _watch(self, source: Source) -> Watch:
        return self.watches.setdefault(source.channel, Watch(source))

    def _tidy(self, source: Source) -> None:
        if not self.watches[source.channel].is_watched:
            del self.watches[source.channel]

    # -- reading -------------------------------------------------------------------------------

    def heard(self, channel: str, number: int) -> None:
        watch = self.watches.get(channel)
        if watch and watch.hears(number):
            self._look(watch)
        if channel.startswith(wakes.BOARD):
            watch = self.watches.get(wakes.GAME + channel.removeprefix(wakes.BOARD))
            if watch and watch.streams:
                self._run(self._announce(watch, number))

    async def _announce(self, watch: Watch, number: int) -> None:
        """A new message at a table. It is read once, for all who listen there."""
        try:
            found = await self._in_thread(announcement, watch.source.id, number)
        except DatabaseError:
            logger.warning("cannot announce a message of %s", watch.source.channel)
            return
        for stream in watch.streams:
            if found and stream.has_room and found.is_for(stream.viewer):
                stream.say(found.message)

    def _look_everywhere(self) -> None:
        for watch in self.watches.values():
            self._look(watch)

    def _has_room(self, stream: Stream) -> None:
        watch = self.watches.get(stream.source.channel)
        if watch and stream.cursor < watch.heard:
            self._look(watch)

    def _look(self, watch: Watch) -> None:
        watch.is_wanted = True
        if not watch.is_read:
            watch.is_read = True
            self._run(self._read_all(watch))

    async def _read_all(self, watch: Watch) -> None:
        """Read until all streams are up to date. There is one reader per watch."""
        try:
            while watch.is_wanted and watch.streams:
                watch.is_wanted = False
                page = await self._in_thread(watch.source.read, watch.lowest, watch.heard, watch.viewers)
                watch.deliver(page)
        except DatabaseError:
            logger.warning("cannot read %s now; the next tick will retry", watch.source.channel)
        except Exception:
            logger.exception("cannot stream %s", watch.source.channel)
            for stream in tuple(watch.streams):
                stream.end(Reason.INTERNAL_ERROR)
        finally:
            watch.is_read = False

    async def _ask_head(self, watch: Watch) -> None:
        try:
            heads = await self._in_thread(_heads, [watch.source])
        except DatabaseError:
            return  # the next tick will retry
        if (head := heads.get(watch.source.channel)) and watch.notes(head):
            self._look(watch)

    async def _in_thread(self, call: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, partial(_and_give_back, call, *args)
        )

    # -- every second --------------------------------------------------------------------------

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self._look_round()
            except DatabaseError:
                logger.warning("the database does not respond; streams are waiting for it")
            except Exception:
                logger.exception("a tick failed")
            self._beat()
            metrics.OPEN.set(len(self.streams))
            metrics.WAITING.set(sum(len(watch.polls) for watch in self.watches.values()))

    async def _look_round(self) -> None:
        """For any number of streams: a query per class of source, one for tokens, one per kind of ground."""
        sources = [watch.source for watch in self.watches.values()]
        tokens = {stream.token for stream in self.streams if stream.token}
        grounds = {ground for stream in self.streams if (ground := stream.ground)}
        if not sources:
            return
        heads, gone = await self._in_thread(_state_of_things, sources, tokens, grounds)
        for watch in tuple(self.watches.values()):
            head = heads.get(watch.source.channel)
            if head and watch.notes(head):
                self._look(watch)
        self._end_dead(gone)

    def _end_dead(self, gone: Gone) -> None:
        now = timezone.now()
        for stream in self.streams:
            if stream.token in gone:
                stream.end(Reason.TOKEN_REVOKED)
            elif stream.ground in gone:
                stream.end(Reason.NO_LONGER_VISIBLE)
            elif stream.expires_at and stream.expires_at <= now:
                stream.end(Reason.TOKEN_EXPIRED)

    def _beat(self) -> None:
        now, at = time.monotonic(), timestamp(timezone.now())
        for watch in self.watches.values():
            for stream in watch.streams:
                if stream.beat_at <= now and stream.has_room and watch.head.facts:
                    stream.beat_at = now + settings.STREAMS_HEARTBEAT
                    stream.say(watch.source.heartbeat(watch.head.facts_for(stream.viewer), at))

    def _run(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _state_of_things(sources: list[Source], tokens: set[UUID], grounds: set[Ground]) -> tuple[Heads, Gone]:
    return _heads(sources), {*tokens - tokens_living(tokens), *grounds - living(grounds)}


def _heads(sources: list[Source]) -> Heads:
    alike: dict[type[Source], dict[UUID, str]] = {}
    for source in sources:
        alike.setdefault(type(source), {})[source.id] = source.channel
    return {
        channels[id_]: head
        for kind, channels in alike.items()
        for id_, head in kind.heads(list(channels)).items()
    }


def _and_give_back(call: Callable[..., T], *args: Any) -> T:
    """Close the connection afterwards: idle threads must not hold one."""
    try:
        return call(*args)
    finally:
        close_old_connections()
