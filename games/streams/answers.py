"""The messages of streams."""

from __future__ import annotations

import json
from typing import Annotated, Any, ClassVar, Final

from drf_spectacular.utils import OpenApiResponse

from games.http.answers import UNSET, Absent, Answer, Count, Hash, Meta, Timestamp, component, said, words
from games.http.declared import answered
from games.json_schema import Schema, closed, open_union, unknown_value
from games.notices.answers import Forgotten, Notice
from games.reading import examples
from games.reading.answers import GameSummary, NewEvent, Turn
from games.streams.wire import EVENT_STREAM, NDJSON, Reason, StreamMessage

Newest = Annotated[Count, said("The number of your newest notice; 0 before the first.")]


class ServerSentEvent(Answer):
    """A message of a stream in the fields of a server-sent event; the body is a sequence of them."""

    event: Annotated[str, said("The same as in the message.")]
    id: Annotated[Absent[Annotated[str, Meta(pattern="^[0-9]+$")]], said("The same, as text.")] = UNSET
    data: Annotated[
        str,
        said(
            "`data` of the message, as JSON text.",
            extra_json_schema={"contentMediaType": "application/json"},
        ),
    ]


class ViewMessage(StreamMessage, tag="view"):
    id: Annotated[Count, said("The version of the view.")]
    data: Annotated[Any, component("Game")]


class EventMessage(StreamMessage, tag="event"):
    id: Annotated[Count, said("The seq of the event.")]
    data: NewEvent


class BoardNews(Answer):
    inline = True
    number: Count
    seat: Annotated[Absent[Count], said("Of the author; absent for a host without a seat.")] = UNSET


class BoardMessage(StreamMessage, tag="message"):
    data: BoardNews


class Heartbeat(Turn):
    inline = True
    hash: Annotated[Hash, said("The hash of the newest event.")]
    time: Timestamp


class HeartbeatMessage(StreamMessage, tag="heartbeat"):
    data: Heartbeat


class End(Answer):
    inline = True
    reason: Annotated[str, words(Reason.values)]


class EndMessage(StreamMessage, tag="end"):
    data: End


class MyStanding(Answer):
    inline = True
    number: Newest
    forgotten: Forgotten
    games: Annotated[list[GameSummary], said("The games that wait for your action, most urgent first.")]


class StandingMessage(StreamMessage, tag="standing"):
    id: Annotated[Count, said("Where the stream begins.")]
    data: MyStanding


class NoticeMessage(StreamMessage, tag="notice"):
    id: Annotated[Count, said("The number of the notice.")]
    data: Annotated[Any, component("Notice")]


class MyHeartbeat(Answer):
    inline = True
    number: Newest
    time: Timestamp


class MyHeartbeatMessage(StreamMessage, tag="heartbeat"):
    data: MyHeartbeat


class Messages:
    """The kinds of messages of a stream, for the document."""

    text: ClassVar = (
        "One message of a stream. As NDJSON the body is a sequence of them, one per line. More kinds may be "
        "added: a client should ignore those it does not know."
    )
    kinds: ClassVar[tuple[type[StreamMessage], ...]]

    @classmethod
    def components(cls) -> dict[str, Schema]:
        """The union and what it consists of, but for the messages."""
        name, kinds = cls.__name__, {str(one.__struct_config__.tag): one.__name__ for one in cls.kinds}
        number: Schema = {"type": "integer", "minimum": 0}
        more: Schema = {"type": "object", "additionalProperties": True}
        unknown = closed({"event": unknown_value(kinds), "id": number, "data": more}, ["event", "data"])
        text = "A message of a kind that was added after this document was written."
        return {
            **open_union(name, "event", kinds, f"Unknown{name}", cls.text),
            f"Unknown{name}": {**unknown, "description": text},
        }


class GameMessage(Messages):
    kinds = (ViewMessage, EventMessage, BoardMessage, HeartbeatMessage, EndMessage)


class MyMessage(Messages):
    kinds = (StandingMessage, NoticeMessage, MyHeartbeatMessage, EndMessage)


_TEXT: Final = "A sequence of messages, until the stream ends."
_ELSEWHERE: Final = OpenApiResponse(
    description="The stream is at the address in `Location`; only without a token."
)
GAME: Final = (
    {"event": "view", "id": 24, "data": examples.GAME},
    {"event": "event", "id": 25, "data": {"event": examples.DRAWN, **examples.TURN}},
    {"event": "message", "data": {"number": 3, "seat": 1}},
    {"event": "heartbeat", "data": {**examples.TURN, "hash": examples.HASH, "time": examples.AT}},
    {"event": "end", "data": {"reason": Reason.GAME_OVER.value}},
)
MINE: Final = (
    {"event": "standing", "id": 6, "data": {"number": 6, "forgotten": 0, "games": [examples.AWAITED]}},
    {"event": "notice", "id": 7, "data": Notice.example[1]},
    {"event": "heartbeat", "data": {"number": 7, "time": examples.AT}},
    {"event": "end", "data": {"reason": Reason.TOKEN_REVOKED.value}},
)


def stream_responses(union: type[Messages], messages: tuple[dict[str, Any], ...]) -> dict[Any, Any]:
    """The responses of a stream, with examples; as server-sent events only the last ones, which are short."""
    lines = [answered(one["event"].capitalize(), one, media_type=NDJSON) for one in messages]
    texts = [
        answered(f"{one['event'].capitalize()} as text", _sent(one), media_type=EVENT_STREAM)
        for one in messages[2:]
    ]
    return {
        (200, EVENT_STREAM): OpenApiResponse(ServerSentEvent, _TEXT, texts),
        (200, NDJSON): OpenApiResponse(union, _TEXT, lines),
        307: _ELSEWHERE,
    }


def _sent(message: dict[str, Any]) -> dict[str, str]:
    return {"event": message["event"], "data": json.dumps(message["data"], separators=(",", ":"))}
