"""The client that is awaited."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, Self, TypeVar

import httpx

from signalbox_client.base import Base, arguments, reply, unreachable
from signalbox_client.core import OK
from signalbox_client.follow import Turn, Turns
from signalbox_client.operation import Async, Pages
from signalbox_client.request import Request
from signalbox_client.steps import Done, Emit, Reply, Step, Steps, Wire, advance

T = TypeVar("T")


class AsyncClient(Base[Async]):
    """All of the API, for asyncio. Close it, or use it in an `async with` statement."""

    def __init__(
        self, url: str, token: str | None = None, *, http: httpx.AsyncClient | None = None, **options: Any
    ) -> None:
        super().__init__(url, token, **options)
        self._http, self._lock = http or httpx.AsyncClient(), asyncio.Lock()

    def turns(self) -> AsyncIterator[Turn]:
        """Each decision that waits for you, in any of your games. It never ends by itself."""
        return self.iterate(Turns(self._core).steps())

    async def call(self, wish: Request[T] | Steps[T], /) -> T:
        """Carry out a request, also one of your own making for what this version has no method for."""
        async for found in self._run(self._core.steps(wish)):
            if isinstance(found, Done):
                return found.value  # type: ignore[no-any-return]
        raise TypeError("This has many values; iterate over it.")

    async def iterate(self, wish: Pages[Any] | Steps[None], /) -> AsyncIterator[Any]:
        async for found in self._run(self._many(wish)):
            if isinstance(found, Emit):
                yield found.value

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _run(self, steps: Steps[Any]) -> AsyncIterator[Emit | Done]:
        driver, found, error = Driver(self._http, self._lock), None, None
        try:
            while isinstance(step := advance(steps, found, error), Step | Emit):
                found = error = None
                if isinstance(step, Emit):
                    yield step
                    continue
                try:
                    found = await getattr(driver, step.do)(*step.with_)
                except httpx.RequestError as failure:
                    error = unreachable(failure)
            yield step
        finally:
            steps.close()
            await driver.end()


class Driver:
    """Carries out steps; what it opens and locks, it ends."""

    def __init__(self, http: httpx.AsyncClient, lock: asyncio.Lock) -> None:
        self._http, self._lock = http, lock
        self._stream: httpx.Response | None = None
        self._lines: AsyncIterator[str]
        self._is_locked = False

    async def send(self, wire: Wire) -> Reply:
        return reply(await self._http.request(**arguments(wire)))

    async def open(self, wire: Wire) -> Reply:
        await self._leave()
        self._stream = await self._http.send(self._http.build_request(**arguments(wire)), stream=True)
        if self._stream.status_code != OK:
            await self._stream.aread()
            return reply(self._stream)
        self._lines = self._stream.aiter_lines()
        return Reply(OK, self._stream.headers)

    async def read(self) -> str | None:
        return await anext(self._lines, None)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def now(self) -> float:
        return time.time()

    async def lock(self) -> None:
        self._is_locked = await self._lock.acquire()

    async def unlock(self) -> None:
        self._is_locked = False
        self._lock.release()

    async def end(self) -> None:
        await self._leave()
        if self._is_locked:
            await self.unlock()

    async def _leave(self) -> None:
        if self._stream:
            await self._stream.aclose()
