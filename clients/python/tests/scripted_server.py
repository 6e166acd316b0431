"""A server that answers from a list, and remembers what it was asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import uuid4

import httpx
from msgspec.structs import fields

from signalbox_client import AsyncClient, Client, records

GAME = str(uuid4())
TOKEN = "t"
CUT = httpx.ReadError("cut off")
Answer = httpx.Response | Exception
LINKS = [field.encode_name for field in fields(records.GameLinks) if field.required]


class Scripted:
    """`always` answers by path; everything else is answered in the order of `answers`."""

    def __init__(self, *answers: Answer, always: dict[str, Any] | None = None) -> None:
        self.answers, self.always = list(answers), always or {}
        self.asked: list[httpx.Request] = []
        self.slept: list[float] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        if request.url.path in self.always:
            return json_of(self.always[request.url.path])
        found = self.answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    def client(self, token: str | None = TOKEN, **options: Any) -> Client:
        http = httpx.Client(transport=httpx.MockTransport(self))
        return Client("http://server", token, http=http, sleep=self.slept.append, **options)

    def awaited(self, work: Callable[[AsyncClient], Any], **options: Any) -> Any:
        """What comes of work with an async client."""

        async def run() -> Any:
            http = httpx.AsyncClient(transport=httpx.MockTransport(self))
            async with AsyncClient("http://server", TOKEN, http=http, **options) as client:
                return await work(client)

        return asyncio.run(run())

    def paths(self) -> list[str]:
        return [request.url.path for request in self.asked]


def json_of(members: Any, status: int = 200, **headers: str) -> httpx.Response:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json=members, headers=sent)


def stream(*messages: dict[str, Any], cut: bool = False) -> httpx.Response:
    """A stream that ends, or is cut off in the middle of a line."""
    text = "".join(json.dumps(message) + "\n" for message in messages)
    return httpx.Response(200, text=text + ('{"event": "ev' if cut else ""))


def event(seq: int, kind: str = "turn_began", **public: Any) -> dict[str, Any]:
    return {
        "game": GAME,
        "seq": seq,
        "type": kind,
        "v": 1,
        "at": "2026-01-31T18:00:00Z",
        "prev": "0" * 64,
        "hash": "1" * 64,
        "public": {"seat": 0, **public},
    }


def event_message(seq: int, kind: str = "turn_began") -> dict[str, Any]:
    return {"event": "event", "id": seq, "data": {"event": event(seq, kind), "version": seq, "to_act": [0]}}


OVER = {"event": "end", "data": {"reason": "game_over"}}


def game(version: int = 1, **members: Any) -> dict[str, Any]:
    links = dict.fromkeys(LINKS, "/x") | {"stream": f"/streams/{GAME}"}
    return {
        "id": GAME,
        "ruleset": "london@1",
        "visibility": "public",
        "test": False,
        "seats": [],
        "links": links,
        "version": version,
        "hash": "1" * 64,
        "status": "playing",
        "to_act": [0],
        "options": {},
        "clock": {"strikes": 3},
        "bot_delay": 0,
        "stand_ins": "until_return",
        "commitment": "2" * 64,
        "source": "played",
        "created_at": "2026-01-31T18:00:00Z",
        **members,
    }


async def listed(values: AsyncIterator[Any]) -> list[Any]:
    return [value async for value in values]
