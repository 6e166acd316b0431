"""Servers that do not behave, and a watch for those who wait for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, NamedTuple


class Watch(Event):
    """Waits no time, and keeps how long it was to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float | None] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout)
        return self.is_set()


class Answer(NamedTuple):
    status: int
    body: Any = None
    headers: dict[str, str] = {}


class Asked(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: Any


class Scripted:
    """Answers what a test tells it to, once each or always; None cuts the connection without an answer."""

    def __init__(self, script: list[Answer | None], always: dict[str, Answer]) -> None:
        self.script, self.always, self.asked, self.port = script, always, list[Asked](), 0

    def next(self, path: str) -> Answer | None:
        return self.always[path] if path in self.always else self.script.pop(0)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def scripted(*script: Answer | None, always: dict[str, Answer] | None = None) -> Iterator[Scripted]:
    told = Scripted(list(script), always or {})

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            size = int(self.headers.get("Content-Length", 0))
            body = json.loads(self.rfile.read(size)) if size else None
            told.asked.append(Asked(self.command, self.path, dict(self.headers), body))
            answer = told.next(self.path)
            if answer is not None:
                self.reply(answer)

        def do_POST(self) -> None:
            self.do_GET()

        def reply(self, answer: Answer) -> None:
            text = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 – its name there
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        told.port = server.server_port
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield told
        finally:
            server.shutdown()
            thread.join()
