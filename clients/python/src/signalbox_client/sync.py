"""The client that blocks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any, Self, TypeVar

import httpx

from signalbox_client.base import Base, arguments, reply, unreachable
from signalbox_client.core import OK
from signalbox_client.follow import Turn, Turns
from signalbox_client.operation import Pages, Sync
from signalbox_client.request import Request
from signalbox_client.steps import Done, Emit, Reply, Step, Steps, Wire, advance

T = TypeVar("T")


class Client(Base[Sync]):
    """All of the API. Threads can share it. Close it, or use it in a `with` statement."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        sleep: Callable[[float], Any] = time.sleep,
        http: httpx.Client | None = None,
        **options: Any,
    ) -> None:
        super().__init__(url, token, **options)
        self._http, self._sleep, self._lock = http or httpx.Client(), sleep, Lock()

    def turns(self) -> Iterator[Turn]:
        """Each decision that waits for you, in any of your games. It never ends by itself."""
        return self.iterate(Turns(self._core).steps())

    def call(self, wish: Request[T] | Steps[T], /) -> T:
        """Carry out a request, also one of your own making for what this version has no method for."""
        for found in self._run(self._core.steps(wish)):
            if isinstance(found, Done):
                return found.value  # type: ignore[no-any-return]
        raise TypeError("This has many values; iterate over it.")

    def iterate(self, wish: Pages[Any] | Steps[None], /) -> Iterator[Any]:
        for found in self._run(self._many(wish)):
            if isinstance(found, Emit):
                yield found.value

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, steps: Steps[Any]) -> Iterator[Emit | Done]:
        driver, found, error = Driver(self._http, self._sleep, self._lock), None, None
        try:
            while isinstance(step := advance(steps, found, error), Step | Emit):
                found = error = None
                if isinstance(step, Emit):
                    yield step
                    continue
                try:
                    found = getattr(driver, step.do)(*step.with_)
                except httpx.RequestError as failure:
                    error = unreachable(failure)
            yield step
        finally:
            steps.close()
            driver.end()


class Driver:
    """Carries out steps; what it opens and locks, it ends."""

    def __init__(self, http: httpx.Client, sleep: Callable[[float], Any], lock: Lock) -> None:
        self._http, self.sleep, self._lock = http, sleep, lock
        self._stream: httpx.Response | None = None
        self._lines: Iterator[str] = iter(())
        self._is_locked = False

    def send(self, wire: Wire) -> Reply:
        return reply(self._http.request(**arguments(wire)))

    def open(self, wire: Wire) -> Reply:
        self._leave()
        self._stream = self._http.send(self._http.build_request(**arguments(wire)), stream=True)
        if self._stream.status_code != OK:
            self._stream.read()
            return reply(self._stream)
        self._lines = self._stream.iter_lines()
        return Reply(OK, self._stream.headers)

    def read(self) -> str | None:
        return next(self._lines, None)

    def now(self) -> float:
        return time.time()

    def lock(self) -> None:
        self._is_locked = self._lock.acquire()

    def unlock(self) -> None:
        self._is_locked = False
        self._lock.release()

    def end(self) -> None:
        self._leave()
        if self._is_locked:
            self.unlock()

    def _leave(self) -> None:
        if self._stream:
            self._stream.close()
