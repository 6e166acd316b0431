"""One open stream: its buffer and its sender."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.conf import settings

from games.log.viewer import Viewer
from games.streams import metrics
from games.streams.answers import End, EndMessage
from games.streams.grounds import Ground, ground_of
from games.streams.source import Source
from games.streams.wire import FORMS, Reason, StreamMessage

ROOM_BYTES: Final = 65536  # the size of the buffer; the rest is read from the log when there is room

Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class Span(NamedTuple):
    """A stream starts after `cursor`; `newest` was the end of the source at that time."""

    cursor: int
    newest: int


@dataclass(frozen=True, slots=True)
class Wish:
    """What a request for a stream asks for: the source, the viewer, where to start and the format."""

    source: Source
    viewer: Viewer
    media_type: str
    span: Span
    token: UUID | None
    expires_at: datetime | None
    wants_views: bool = False
    is_guest: bool = False  # sees the game because of an invitation


class Stream:
    """Between messages it is only this object: no task, no thread, no database connection."""

    __slots__ = (
        *(
            "source",
            "viewer",
            "form",
            "cursor",
            "wants_views",
            "token",
            "expires_at",
            "beat_at",
            "sent",
            "reason",
            "is_guest",
        ),
        *("on_room", "_send", "_waiting", "_size", "_sending"),
    )

    def __init__(self, wish: Wish, send: Send) -> None:
        self.source, self.viewer, self.cursor = wish.source, wish.viewer, wish.span.cursor
        self.token, self.expires_at, self.is_guest = wish.token, wish.expires_at, wish.is_guest
        self.form, self.wants_views = FORMS[wish.media_type], wish.wants_views
        self.beat_at = time.monotonic() + settings.STREAMS_HEARTBEAT
        self.sent = 0
        self.reason: Reason | None = None
        self.on_room: Callable[[Stream], None] | None = None
        self._send = send
        self._waiting: list[bytes] = []
        self._size = 0
        self._sending: asyncio.Task[None] | None = None

    @property
    def has_room(self) -> bool:
        return self._size < ROOM_BYTES and self.reason is None

    @property
    def ground(self) -> Ground | None:
        """What the viewer's access depends on, if it can end without an event."""
        return ground_of(self.source.id, self.viewer, is_guest=self.is_guest)

    @property
    def why(self) -> str:
        """Why it has ended; without a reason of ours, the client has disconnected."""
        return self.reason or "client_left"

    def begin(self, first: bytes) -> None:
        self._put(first)

    def send(self, number: int, message: bytes) -> None:
        self.cursor = number
        metrics.MESSAGES["view" if self.wants_views else self.source.message_name].inc()
        self._put(message)

    def say(self, message: StreamMessage) -> None:
        """What has no number does not move the cursor."""
        metrics.MESSAGES[message.event].inc()
        self._put(self.form(message))

    def end(self, reason: Reason) -> None:
        """Send the reason after the buffered messages, then close."""
        if self.reason is None:
            self.reason = reason
            metrics.ENDED.labels(self.source.kind, reason).inc()
            self._wake()

    def _put(self, message: bytes) -> None:
        self.sent += 1
        self._waiting.append(message)
        self._size += len(message)
        self._wake()

    def _wake(self) -> None:
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            await self._send_waiting()
        except TimeoutError:
            self._waiting.clear()
            self.end(Reason.SLOW_READER)
        if self.reason:
            await self._send_end(self.reason)  # `_sending` stays set, so nothing can follow
            return
        self._sending = None
        if self.on_room:
            self.on_room(self)

    async def _send_waiting(self) -> None:
        while self._waiting:
            body = b"".join(self._waiting)
            self._waiting.clear()
            self._size = 0
            async with asyncio.timeout(settings.STREAMS_STALL):
                await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def _send_end(self, reason: Reason) -> None:
        """A stalled client gets it when it reads again; if it never does, the server disconnects."""
        body = self.form(EndMessage(data=End(reason=reason)))
        await self._send({"type": "http.response.body", "body": body, "more_body": False})
