"""The formats of a stream: server-sent events and NDJSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.db.models import TextChoices
from msgspec.structs import asdict

from games.http.answers import Answer
from games.http.renderer import json_of


class StreamMessage(Answer, tag_field="event"):
    """Has `data` and, if it is numbered, an `id` before that."""

    @property
    def event(self) -> str:
        return str(self.__struct_config__.tag)


class Reason(TextChoices):
    """Why a stream ends."""

    GAME_OVER = "game_over"  # the last event of the game was sent
    TOKEN_REVOKED = "token_revoked"  # noqa: S105 – or its player has deleted the account
    TOKEN_EXPIRED = "token_expired"  # noqa: S105
    # left a private table, or the invitation to it or the audit assignment has ended
    NO_LONGER_VISIBLE = "no_longer_visible"
    TIME_OVER = "time_over"  # the `seconds` that were asked for
    SLOW_READER = "slow_reader"
    SERVER_STOPPING = "server_stopping"
    INTERNAL_ERROR = "internal_error"


Form = Callable[[StreamMessage], bytes]

EVENT_STREAM: Final = "text/event-stream"
NDJSON: Final = "application/x-ndjson"
RETRY_MILLISECONDS: Final = 2000


def server_sent(message: StreamMessage) -> bytes:
    """Our JSON has no line breaks, so the data is one line."""
    members = asdict(message)
    place = b"id: %d\n" % members["id"] if "id" in members else b""
    return b"event: %s\n%sdata: %s\n\n" % (message.event.encode(), place, json_of(members["data"]))


def a_line(message: StreamMessage) -> bytes:
    return json_of(message) + b"\n"


FORMS: Final[dict[str, Form]] = {EVENT_STREAM: server_sent, NDJSON: a_line}
PRELUDES: Final = {EVENT_STREAM: b"retry: %d\n\n" % RETRY_MILLISECONDS, NDJSON: b""}
