"""Server-sent events, read off the bytes of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    event: str
    data: str


def messages(chunks: Iterable[bytes]) -> Iterator[Message]:
    """Each as soon as the blank line after it has arrived; one that was cut off is dropped."""
    event, data = "message", list[str]()
    for line in lines(chunks):
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            event = value
        elif name == "data":
            data.append(value)
        elif not line:
            if data:
                yield Message(event, "\n".join(data))
            event, data = "message", []


def lines(chunks: Iterable[bytes]) -> Iterator[str]:
    """Whole lines only, wherever the chunks were cut."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line.removesuffix(b"\r").decode()
