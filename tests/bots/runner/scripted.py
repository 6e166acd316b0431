"""Servers that do not behave, and a watch for those who wait for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any, NamedTuple

from tests.support.http_server import Handler, serving


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

    class Scribe(Handler):
        def serve(self) -> None:
            body = json.loads(self.read() or b"null")
            told.asked.append(Asked(self.command, self.path, dict(self.headers), body))
            answer = told.next(self.path)
            if answer is not None:
                text = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
                self.reply(answer.status, answer.headers, text)

    with serving(Scribe) as told.port:
        yield told
