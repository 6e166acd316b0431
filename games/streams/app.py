"""The ASGI application of the process for streams and long polls.

A request passes through the same middleware, views and selectors as under WSGI, in a thread. An open stream
or a waiting request does not occupy a thread.
"""

from __future__ import annotations

import asyncio
import io
import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, Final, cast

from django.core import signals
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.response import Response

from games.http.heavy import give_back_connection
from games.http.long_poll import Polled, door_here
from games.http.problems import UNAVAILABLE, Problem
from games.http.raw_headers import tame
from games.http.request_id import adopt_request_id, forget_request_id
from games.http.unavailable import RETRY_SECONDS
from games.internals.django import AsgiRequest
from games.streams.hub import Hub
from games.streams.limits import Places
from games.streams.poll import Poll
from games.streams.request import Opening
from games.streams.stream import Send, Stream
from games.streams.wire import Reason

Scope = dict[str, Any]
Answer = Callable[[ASGIRequest], HttpResponseBase]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]

logger = logging.getLogger("signalbox.streams")

THREADS: Final = 8
HERE: Final = re.compile(r"/api/v1/(games/[^/]+|me)/stream|/(healthz|readyz|metrics)")
POLLS: Final = re.compile(r"/api/v1/(games/[^/]+/(events|actions)|me/notices)")
READING: Final = ("GET", "HEAD", "OPTIONS")
OF_THE_BODY: Final = ("Content-Type", "Content-Length")  # the headers that depend on it
STOPPING: Final = Problem(UNAVAILABLE, "The server is stopping.", retry_after=RETRY_SECONDS)
NOWHERE: Final = "games.streams.nowhere"


class StreamRequest(AsgiRequest):
    def prepare(self, meta: dict[str, Any]) -> None:
        tame(meta)


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
        request: Any = StreamRequest(scope, io.BytesIO())
        if not is_served_here(request):
            request.urlconf = NOWHERE
        with self._places.door() as door:
            door_here.set(door)
            response = await self._answer(request, receive)
            await send(_start(response))
            if not isinstance(response, Opening) or request.method != "GET":
                await send({"type": "http.response.body", "body": _body(response)})
                return
            stream, request_id = Stream(response.wish, send), response["X-Request-ID"]
            self.hub.join(stream, response.wish.span.newest, response.first)
            if response.seconds:
                asyncio.get_running_loop().call_later(response.seconds, stream.end, Reason.TIME_OVER)
            del request, response  # a stream may stay open for days, and these are large
            await self._stay(stream, request_id, receive)

    async def _answer(self, request: ASGIRequest, receive: Receive) -> HttpResponseBase:
        try:
            response = await self._in_thread(self.get_response, request)
            if isinstance(response, Polled) and request.method == "GET":
                response = await self._wait(request, response, receive)
        except asyncio.CancelledError:  # by a stop that could not wait for the database any longer
            return STOPPING.response()
        return response

    async def _in_thread(self, answer: Answer, request: ASGIRequest) -> HttpResponseBase:
        def answered() -> HttpResponseBase:
            signals.request_started.send(sender=type(self), scope=request.scope)
            response = answer(request)
            response.close()  # which also closes the database connection
            return response

        context = copy_context()  # with the door of this request
        return await asyncio.get_running_loop().run_in_executor(self._threads, context.run, answered)

    async def _wait(self, request: ASGIRequest, first: Polled, receive: Receive) -> HttpResponseBase:
        """Returns the newest response once there is news, the time is up or the server stops."""
        poll, newest = Poll(first.wait), cast("HttpResponseBase", first)
        gone = asyncio.create_task(_leaving(receive))
        gone.add_done_callback(lambda _: poll.wake())
        try:
            async with asyncio.timeout(first.wait.seconds):
                with self.hub.polling(poll):
                    while isinstance(newest, Polled):
                        await poll.news(newest.wait.after)
                        if self.hub.is_stopping or gone.done():
                            break
                        newest = await self._in_thread(partial(self._look_again, first), request)
        except TimeoutError:
            pass
        finally:
            gone.cancel()
        return newest

    def _look_again(self, first: HttpResponseBase, request: ASGIRequest) -> HttpResponseBase:
        """Call only the view: the middleware has already counted, measured and logged the request."""
        adopt_request_id(first["X-Request-ID"])
        try:
            response = ask_view(request)
        finally:
            forget_request_id()
        for name, value in first.items():
            if name not in OF_THE_BODY:
                response[name] = value
        response["Content-Length"] = str(len(_body(response)))
        return response

    async def _stay(self, stream: Stream, request_id: str, receive: Receive) -> None:
        """Wait until the client disconnects or the stream has ended."""
        began = time.monotonic()
        try:
            await _leaving(receive)
        finally:
            self.hub.leave(stream)
            logger.info(
                "stream of %s ended: %s",
                stream.source.channel,
                stream.why,
                extra={
                    "request_id": request_id,
                    "seconds": round(time.monotonic() - began, 1),
                    "messages": stream.sent,
                },
            )


def is_served_here(request: ASGIRequest) -> bool:
    path = request.path_info
    return bool(HERE.fullmatch(path) or (request.method in READING and POLLS.fullmatch(path)))


def _ask_view(request: HttpRequest) -> HttpResponseBase:
    match = request.resolver_match
    assert match is not None  # noqa: S101 – the view has responded before
    response: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
    give_back_connection()
    return response.render() if isinstance(response, Response) else response


ask_view = cast("Answer", convert_exception_to_response(_ask_view))


async def _leaving(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _body(response: Any) -> bytes:
    found: bytes = b"".join(response) if response.streaming else response.content
    return found


def _start(response: HttpResponseBase) -> dict[str, Any]:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
    return {"type": "http.response.start", "status": response.status_code, "headers": headers}
