"""A real HTTP server at the other end of a webhook, which answers as a test tells it to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any

from standardwebhooks import Webhook as Verifier


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def message(self) -> Any:
        return json.loads(self.body)

    def verified(self, secret: str) -> Any:
        """What it says, if it is signed with this secret; raises otherwise."""
        return Verifier(secret).verify(self.body, self.headers)


@dataclass(frozen=True)
class Reply:
    status: int = 204
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    raw: bytes | None = None  # instead of any HTTP
    hang: bool = False  # says nothing until the server is closed
    drip: bytes = b""  # sent over and over, a byte at a time, until nobody listens


Answering = Callable[[Received], Reply]


class Receiver:
    """What has come in, and what is answered."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answering: Answering = lambda _: Reply()
        self.lock, self.closed = Lock(), Event()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True
        self.server.block_on_close = False

    @property
    def port(self) -> int:
        return int(self.server.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def messages(self, kind: str = "") -> list[Any]:
        with self.lock:
            return [r.message for r in self.received if not kind or r.message["type"] == kind]

    def take(self, received: Received) -> Reply:
        with self.lock:
            self.received.append(received)
        return self.answering(received)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                body = self.rfile.read(length)
                if len(body) < length:  # the sender gave up in mid-sentence, and will come again
                    self.close_connection = True
                    return
                headers = {name.lower(): value for name, value in self.headers.items()}
                reply = receiver.take(Received(self.path, headers, body))
                try:
                    self.say(reply)
                except OSError:  # nobody listens any more
                    self.close_connection = True

            def say(self, reply: Reply) -> None:
                if reply.hang:
                    receiver.closed.wait(60)
                    return
                if reply.raw is not None:
                    self.wfile.write(reply.raw)
                    self.close_connection = True
                    return
                while reply.drip and not receiver.closed.wait(0.02):
                    self.wfile.write(reply.drip)
                self.send_response(reply.status)
                for name, value in (("Content-Length", str(len(reply.body))), *reply.headers):
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(reply.body)

            def log_message(self, *_: Any) -> None:
                pass

        return Handler


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()
    thread = Thread(target=receiver.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.closed.set()
        receiver.server.shutdown()
        receiver.server.server_close()
        thread.join()
