"""The hub alone, with a source of numbers: how often it is read, and what is told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from typing import Any
from uuid import UUID, uuid4

from games.log.viewer import Viewer
from games.streams.hub import Hub
from games.streams.source import Head
from games.streams.stream import Span, Stream, Wish
from games.streams.wire import NDJSON, Form, StreamMessage


class Number(StreamMessage, tag="number"):
    id: int
    data: dict[str, Any]


class NumbersPage:
    def __init__(self, after: int, newest: int, *, is_over: bool) -> None:
        self.after, self.head, self.is_over = after, Head(newest, {"version": newest}), is_over
        self.is_empty = newest <= after

    def admit(self, viewer: Viewer) -> Viewer:
        return viewer

    def messages(self, viewer: Viewer, form: Form, after: int) -> Iterable[tuple[int, bytes]]:
        return [
            (number, form(Number(id=number, data={}))) for number in range(after + 1, self.head.number + 1)
        ]

    def view(self, viewer: Viewer, form: Form) -> None:
        return None


class Numbers:
    """It holds the numbers up to `newest`. A read can be kept waiting."""

    kind, message_name = "game", "event"

    def __init__(self, newest: int, *, is_over: bool = False) -> None:
        self.id, self.channel = uuid4(), "numbers"
        self.newest, self.is_over, self.reads = newest, is_over, 0
        self.gate = threading.Event()
        self.gate.set()

    def read(self, after: int, head: int, viewers: Collection[Viewer]) -> NumbersPage:
        self.reads += 1
        self.gate.wait(10)
        return NumbersPage(after, self.newest, is_over=self.is_over)

    @staticmethod
    def heartbeat(facts: dict[str, Any], at: str) -> Number:
        return Number(id=facts["version"], data={"time": at})

    @staticmethod
    def heads(ids: list[UUID]) -> dict[UUID, Head]:
        return dict.fromkeys(ids, Head(0))


class Client:
    """The other end of a stream."""

    def __init__(self, hub: Hub, source: Numbers, after: int, newest: int) -> None:
        self.heard = b""
        wish = Wish(
            source, Viewer(), NDJSON, Span(after, newest), wants_views=False, token=None, expires_at=None
        )
        hub.join(Stream(wish, self.send), newest, b"first\n")

    async def send(self, message: Mapping[str, Any]) -> None:
        self.heard += message["body"]

    @property
    def numbers(self) -> list[int]:
        return [number for number in range(1, 20) if b'"id":%d,' % number in self.heard]


def with_hub(story: Callable[[Hub], Coroutine[Any, Any, None]]) -> None:
    async def told() -> None:
        hub = Hub()
        await asyncio.wait_for(story(hub), 10)
        hub.close()

    asyncio.run(told())


async def until(is_true: Callable[[], bool]) -> None:
    while not is_true():  # noqa: ASYNC110 – nothing says when a thread has read
        await asyncio.sleep(0.005)


async def a_while() -> None:
    await asyncio.sleep(0.1)


def test_whoever_joins_a_source_that_is_watched_already_costs_no_read():
    async def story(hub: Hub) -> None:
        source = Numbers(5)
        first = Client(hub, source, 5, 5)
        await until(lambda: hub.watches["numbers"].is_live)
        others = [Client(hub, source, 5, 5) for _ in range(20)]
        await a_while()
        assert source.reads == 1
        source.newest = 7
        hub.heard("numbers", 7)
        await until(lambda: all(client.numbers == [6, 7] for client in (first, *others)))
        assert source.reads == 2

    with_hub(story)


def test_what_happened_before_the_first_has_joined_is_told():
    async def story(hub: Hub) -> None:
        source = Numbers(6)  # its view was made at 5, and nobody was there to be woken
        client = Client(hub, source, 5, 5)
        await until(lambda: client.numbers == [6])

    with_hub(story)


def test_whoever_joins_behind_the_others_is_told_what_they_know():
    async def story(hub: Hub) -> None:
        source = Numbers(5)
        Client(hub, source, 5, 5)
        await until(lambda: hub.watches["numbers"].is_live)
        late = Client(hub, source, 2, 5)
        await until(lambda: late.numbers == [3, 4, 5])

    with_hub(story)


def test_whoever_joins_while_the_first_read_is_under_way_misses_nothing():
    async def story(hub: Hub) -> None:
        source = Numbers(6)
        source.gate.clear()
        clients = [Client(hub, source, 5, 5)]
        await until(lambda: source.reads == 1)
        clients.append(Client(hub, source, 5, 5))
        source.gate.set()
        await until(lambda: all(client.numbers == [6] for client in clients))

    with_hub(story)


def test_every_stream_of_a_source_that_is_over_ends_also_the_second():
    async def story(hub: Hub) -> None:
        source = Numbers(5, is_over=True)
        for _ in range(2):
            client = Client(hub, source, 5, 5)
            await until(lambda client=client: b"game_over" in client.heard)  # type: ignore[misc]

    with_hub(story)
