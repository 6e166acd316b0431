"""The ASGI application of the process for streams.

A request goes through the same middleware, views and selectors as under WSGI, in a thread; if it comes to
an opened stream, that is all a thread has to do with it.
"""

from __future__ import annotations

import asyncio
import io
import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from django.core import signals
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http.response import HttpResponseBase

from games.streams.hub import Hub
from games.streams.limits import Places
from games.streams.request import Opening
from games.streams.stream import Send, Stream

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]

logger = logging.getLogger("signalbox.streams")

THREADS: Final = 4
HERE: Final = re.compile(r"/api/v1/(games/[^/]+|me)/stream|/(healthz|readyz|metrics)")
NOWHERE: Final = "games.streams.nowhere"


class Application(BaseHandler):
    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()
        self.hub = Hub()
        self._places = Places()
        self._threads = ThreadPoolExecutor(THREADS, "opening")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self.hub.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.hub.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        await send({"type": "lifespan.shutdown.complete"})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        request: Any = ASGIRequest(scope, io.BytesIO())
        if not HERE.fullmatch(request.path_info):
            request.urlconf = NOWHERE
        with self._places.one(request) as request.door:
            answering = asyncio.get_running_loop().run_in_executor(self._threads, self._answer, request)
            response, body = await answering
            await send(_start(response))
            if not isinstance(response, Opening) or request.method != "GET":
                await send({"type": "http.response.body", "body": body})
                return
            stream, request_id = Stream(response.wish, send), response["X-Request-ID"]
            self.hub.join(stream, response.first)
            del request, response, answering  # a stream may stay for days, and these are large
            await self._stay(stream, request_id, receive)

    def _answer(self, request: ASGIRequest) -> tuple[HttpResponseBase, bytes]:
        signals.request_started.send(sender=type(self), scope=request.scope)
        response: Any = self.get_response(request)
        body = b"".join(response) if response.streaming else response.content
        response.close()  # and with it the connection of the database
        return response, body

    async def _stay(self, stream: Stream, request_id: str, receive: Receive) -> None:
        """Until the client leaves, or the stream has told its end."""
        began = time.monotonic()
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self.hub.leave(stream)
            logger.info(
                "stream of %s ended: %s",
                stream.source.channel,
                stream.why,
                extra={
                    "request_id": request_id,
                    "seconds": round(time.monotonic() - began, 1),
                    "messages": stream.told,
                },
            )


def _start(response: HttpResponseBase) -> dict[str, Any]:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
    return {"type": "http.response.start", "status": response.status_code, "headers": headers}
