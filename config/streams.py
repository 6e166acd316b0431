"""`python -m config.streams`: the streams process, on uvicorn.

Streams need three things that uvicorn does not do: end open streams before it waits for connections to close,
drop connections whose client does not read, and bound what a client may send.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import socket
from pathlib import Path
from typing import Any, Final

import uvicorn
from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from config.asgi import application

GRACE_SECONDS: Final = 3
KERNEL_BYTES: Final = 32768  # the kernel's send buffer; by default it could grow to megabytes
WAITING_BYTES: Final = 16384  # our own buffer, beyond which a client counts as stalled
REQUEST_BYTES: Final = (
    65536  # of a whole request: the parser bounds nothing, and no request here needs a body
)
FILES: Final = 65536


class Line(HttpToolsProtocol):
    """Disconnects a client that has read nothing, not even the `end`, for three stall time-outs.

    A client sends one request at a time. Of two, uvicorn would not end the first when the client is gone.
    """

    hanging_up: asyncio.TimerHandle | None = None
    received = 0  # since the last response

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=WAITING_BYTES)

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        if self.received > REQUEST_BYTES:
            self.send_400_response("The request is too large.")
        else:
            super().data_received(data)

    def on_message_begin(self) -> None:
        if self._is_busy:
            raise ValueError("A request before the last response is complete.")  # the parser refuses it
        super().on_message_begin()

    def on_response_complete(self) -> None:
        self.received = 0
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Nothing can be said in the middle of a response."""
        if self._is_busy:
            self.transport.abort()
        else:
            super().send_400_response(msg)

    @property
    def _is_busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def pause_writing(self) -> None:
        super().pause_writing()
        self.hanging_up = self.loop.call_later(3 * settings.STREAMS_STALL, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stay()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stay()
        super().connection_lost(exc)

    def _stay(self) -> None:
        if self.hanging_up:
            self.hanging_up.cancel()
            self.hanging_up = None


class Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        application.hub.stop()
        await super().shutdown(sockets)


def listening_file(path: str) -> socket.socket:
    """A unix socket for this account only. Its client is the proxy, which has buffers of its own."""
    found = socket.socket(socket.AF_UNIX)
    found.bind(path)
    Path(path).chmod(0o600)
    return found


def listening(host: str, port: int) -> socket.socket:
    """A TCP socket. Its connections inherit the size of the send buffer."""
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    found = socket.socket(family, kind)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
    found.bind(address)
    return found


def allow_many_files() -> None:
    """Each connection needs a file descriptor, and many systems start with 1024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m config.streams")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--uds", help="a unix socket instead of host and port")
    wish = parser.parse_args()
    allow_many_files()
    more: dict[str, Any] = {"log_config": None, "log_level": "warning", "access_log": False}
    config = uvicorn.Config(
        application,
        http=Line,
        ws="none",
        lifespan="on",
        proxy_headers=False,  # the settings decide which proxies are trusted
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        **more,
    )
    found = listening_file(wish.uds) if wish.uds else listening(wish.host, wish.port)
    Server(config).run(sockets=[found])


if __name__ == "__main__":
    main()
