"""What an attacker knows of the server, and how they ask it."""

from __future__ import annotations

import asyncio
import http.client
import multiprocessing
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import Any, Final

REFUSED: Final = (0, 400, 401, 403, 409, 413, 415, 429, 503)
PAUSE: Final = 1.0
JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Target:
    port: int
    running: str  # a game
    finished: str  # another
    export: bytes
    tokens: tuple[str, ...]  # of accounts of the attacker's own
    answered: Any = field(default_factory=lambda: multiprocessing.Value("l", 0))

    @property
    def mine(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[0]}"}

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> int:
        """The status; 0 without one."""
        return self.answer(method, path, body, **headers)[0]

    def answer(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): v for name, v in headers.items()})
            answer = connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        else:
            self._count()
            return answer.status, text
        finally:
            connection.close()

    def _count(self) -> None:
        with self.answered.get_lock():
            self.answered.value += 1

    def hold(self, count: int, words: bytes, *, receive: int = 0) -> None:
        """So many connections that have sent these words, and do nothing more."""
        made = []
        for _ in range(count):
            with suppress(OSError):
                made.append(self.dial(receive))
                made[-1].sendall(words)
        time.sleep(600)

    def dial(self, receive: int = 0) -> socket.socket:
        found = socket.socket()
        if receive:  # a small window: what is not read stays with the server
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        found.settimeout(20)
        found.connect(("127.0.0.1", self.port))
        return found

    def flood(self, connections: int, path: str, **headers: str) -> None:
        """As fast as the connections allow."""
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        asyncio.run(self._flood(connections, get(path, *lines)))

    async def _flood(self, connections: int, words: bytes) -> None:
        await asyncio.gather(*(self._one(words) for _ in range(connections)))

    async def _one(self, words: bytes) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError, ValueError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                while True:
                    writer.write(words)
                    head = await reader.readuntil(b"\r\n\r\n")
                    await reader.readexactly(length_of(head))
                    self._count()
            await asyncio.sleep(0.05)


def length_of(head: bytes) -> int:
    name = b"content-length:"
    return next((int(line[len(name) :]) for line in head.lower().split(b"\r\n") if line.startswith(name)), 0)


def get(path: str, *lines: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()


def repeat(count: int, ask: Callable[[], Any]) -> None:
    """So many at once, for ever. Who is refused pauses: a flood of requests is another attack."""

    def forever() -> None:
        while True:
            if ask() in REFUSED:
                time.sleep(PAUSE)

    threads = [Thread(target=forever) for _ in range(count)]
    for thread in threads:
        thread.start()


def paced(each: float, ask: Callable[[], Any]) -> None:
    """One every so many seconds, whether or not those before it have been answered."""
    while True:
        Thread(target=ask, daemon=True).start()
        time.sleep(each)
