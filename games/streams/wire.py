"""The formats of a stream: server-sent events and NDJSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Form = Callable[[str, bytes, int | None], bytes]

EVENT_STREAM: Final = "text/event-stream"
NDJSON: Final = "application/x-ndjson"
RETRY_MILLISECONDS: Final = 2000


def server_sent(name: str, data: bytes, number: int | None = None) -> bytes:
    """Our JSON has no line breaks, so the data is one line."""
    place = b"" if number is None else b"id: %d\n" % number
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), place, data)


def a_line(name: str, data: bytes, number: int | None = None) -> bytes:
    place = b"" if number is None else b'"id":%d,' % number
    return b'{"event":"%s",%s"data":%s}\n' % (name.encode(), place, data)


FORMS: Final[dict[str, Form]] = {EVENT_STREAM: server_sent, NDJSON: a_line}
PRELUDES: Final = {EVENT_STREAM: b"retry: %d\n\n" % RETRY_MILLISECONDS, NDJSON: b""}
