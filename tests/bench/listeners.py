"""Many listeners in one process of their own: what came when is only noted, and read at the end."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import resource
import time
from multiprocessing.connection import Connection
from typing import NamedTuple

OPENED_AT_ONCE = 20
Heard = list[tuple[str, int, str, float]]  # the message, its id, what of it is noted, and when it was whole


class Wanted(NamedTuple):
    path: str
    token: str


class Listeners:
    """All in one process: it answers when every stream has begun, and at the end with what they heard."""

    def __init__(self, port: int, wanted: list[Wanted]) -> None:
        context = multiprocessing.get_context("fork")
        self._own, theirs = context.Pipe()
        self._process = context.Process(target=_run, args=(port, wanted, theirs), daemon=True)
        self._process.start()
        theirs.close()  # or nobody would notice that the process has died
        if word := self._own.recv():
            raise RuntimeError(word)

    def stop(self) -> list[Heard]:
        self._own.send("stop")
        found: list[Heard] = self._own.recv()
        self._process.join()
        return found


class _Listener(asyncio.Protocol):
    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.begun = asyncio.get_running_loop().create_future()
        self.chunks: list[tuple[float, bytes]] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        lines = [f"GET /api/v1{self.wanted.path} HTTP/1.1", "Host: localhost"]
        lines += [f"Authorization: Bearer {self.wanted.token}"] if self.wanted.token else []
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        self.chunks.append((time.time(), data))
        if not self.begun.done() and (b"\nid: " in data or not self.is_welcome):
            self.begun.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.begun.done():
            self.begun.set_exception(exc or EOFError(f"{self.wanted.path} ended before it had begun"))

    @property
    def is_welcome(self) -> bool:
        return b" 200 " in self.chunks[0][1][:20]

    def heard(self) -> Heard:
        """Chunks of HTTP have a length before them, but messages are found without."""
        found, rest = [], b""
        for at, data in self.chunks:
            *whole, rest = (rest + data).split(b"\n\n")
            found += [read for message in whole if (read := _read(message, at))]
        return found


NOTED: dict[bytes, tuple[tuple[bytes, bytes], ...]] = {  # what stands between which
    b"view": (),
    b"event": ((b'"hash":"', b'"'),),
    b"standing": (),
    b"notice": ((b'"kind":"', b'"'), (b'"game":"', b'"'), (b'"seq":', b",")),
}


def _read(message: bytes, at: float) -> tuple[str, int, str, float] | None:
    name = _between(message, b"event: ", b"\n")
    if name not in NOTED:
        return None
    noted = b" ".join(_between(message, *marks) for marks in NOTED[name])
    return name.decode(), int(_between(message, b"\nid: ", b"\n")), noted.decode(), at


def _between(text: bytes, before: bytes, after: bytes) -> bytes:
    return text.partition(before)[2].partition(after)[0]


def _run(port: int, wanted: list[Wanted], pipe: Connection) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    gc.disable()
    asyncio.run(_listen(port, wanted, pipe))


async def _listen(port: int, wanted: list[Wanted], pipe: Connection) -> None:
    loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(OPENED_AT_ONCE)

    async def opened(one: Wanted) -> _Listener:
        async with gate:
            _, listener = await loop.create_connection(lambda: _Listener(one), "127.0.0.1", port)
            await listener.begun
            return listener

    listeners = await asyncio.gather(*(opened(one) for one in wanted))
    bad = [b"".join(data for _, data in li.chunks) for li in listeners if not li.is_welcome]
    pipe.send(bad[0].decode(errors="replace") if bad else "")
    await loop.run_in_executor(None, pipe.recv)
    pipe.send([listener.heard() for listener in listeners])
