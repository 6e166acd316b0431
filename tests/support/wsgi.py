"""The web application as a server calls it: with raw headers, and with a body that it reads itself."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.core import signals
from django.db import close_old_connections, connection

from config.wsgi import application


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Input(io.BytesIO):
    """A body, and how much of it was read."""

    taken = 0

    def read(self, size: int | None = -1, /) -> bytes:
        found = super().read(size)
        self.taken += len(found)
        return found


def ask(
    method: str, path: str, body: bytes | Input = b"", *, announced: int | None = -1, **more: str
) -> Reply:
    """`announced` is the Content-Length, by default the true one; None sends the body in chunks."""
    source = body if isinstance(body, Input) else Input(body)
    if announced == -1:
        announced = len(source.getvalue())
    length = (
        {"HTTP_TRANSFER_ENCODING": "chunked"} if announced is None else {"CONTENT_LENGTH": str(announced)}
    )
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "443",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "CONTENT_TYPE": "application/json",
        "wsgi.input": source,
        "wsgi.errors": sys.stderr,
        "wsgi.url_scheme": "https",
        **length,
        **more,
    }
    started: list[Any] = []
    with _kept_open():
        response: Any = application(environ, lambda *said: started.extend(said))
        content = b"".join(response)
        response.close()
    return Reply(int(started[0].split()[0]), dict(started[1]), content)


@contextmanager
def _kept_open() -> Iterator[None]:
    """A test that is one transaction needs its connection to the end; Django's client does the same."""
    events = (signals.request_started, signals.request_finished) if connection.in_atomic_block else ()
    for event in events:
        event.disconnect(close_old_connections)
    yield
    for event in events:
        event.connect(close_old_connections)
