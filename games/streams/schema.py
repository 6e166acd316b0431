"""The messages of streams in the OpenAPI document: schemas and examples."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

from games.http.json_schema import Schema, array, closed, only, open_union, ref, unknown_value
from games.notices.schema import FORGOTTEN
from games.play import examples
from games.streams.stream import Reason
from games.streams.wire import EVENT_STREAM, NDJSON

TIME: Schema = {"type": "string", "format": "date-time"}
NUMBER: Schema = {"type": "integer", "minimum": 0}
NEWEST: Schema = {**NUMBER, "description": "The number of your newest notice; 0 before the first."}
_ANYTHING: Schema = {"type": "object", "additionalProperties": True}
_TEXT = (
    "One message of a stream; the body is a sequence of them. As server-sent events, its members are the "
    "fields of the event, with `data` in JSON; as NDJSON, it is one line. More kinds may be added: a client "
    "should ignore those it does not know."
)


def stream_components(place: dict[str, Schema], turn: dict[str, Schema]) -> dict[str, Schema]:
    reason = {"type": "string", "enum": list(Reason.values)}
    games = {
        **array(ref("GameSummary")),
        "description": "The games that wait for your action, most urgent first.",
    }
    newest = {"number": NEWEST}
    return {
        **_stream("GameMessage", view="View", event="Event", heartbeat="Heartbeat", end="End"),
        "ViewMessage": _message("view", ref("Game"), {**NUMBER, "description": "The version of the view."}),
        "EventMessage": _message(
            "event", ref("NewEvent"), {**NUMBER, "description": "The seq of the event."}
        ),
        "NewEvent": closed({"event": ref("Event"), **turn}, ["event", "version", "to_act"]),
        "HeartbeatMessage": _message(
            "heartbeat", closed({**turn, **place, "time": TIME}, ["version", "to_act", "hash", "time"])
        ),
        "EndMessage": _message("end", closed({"reason": reason})),
        **_stream("MyMessage", standing="Standing", notice="Notice", heartbeat="MyHeartbeat", end="End"),
        "StandingMessage": _message(
            "standing",
            closed({**newest, "forgotten": FORGOTTEN, "games": games}),
            {**NUMBER, "description": "Where the stream begins."},
        ),
        "NoticeMessage": _message(
            "notice", ref("Notice"), {**NUMBER, "description": "The number of the notice."}
        ),
        "MyHeartbeatMessage": _message("heartbeat", closed({**newest, "time": TIME})),
    }


def _message(name: str, data: Schema, number: Schema | None = None) -> Schema:
    return closed({"event": only(name), **({"id": number} if number else {}), "data": data})


def _stream(union: str, **names: str) -> dict[str, Schema]:
    """The components of a stream's messages, by the names of the messages."""
    messages = {name: f"{component}Message" for name, component in names.items()}
    return open_union(union, "event", messages, f"Unknown{union}", _TEXT) | {
        f"Unknown{union}": {
            **closed({"event": unknown_value(names), "id": NUMBER, "data": _ANYTHING}, ["event", "data"]),
            "description": "A message of a kind that was added after this document was written.",
        }
    }


def shown(*messages: dict[str, Any]) -> list[OpenApiExample]:
    """Each message as an example, in both forms."""
    return [
        OpenApiExample(
            message["event"].capitalize(),
            message,
            response_only=True,
            status_codes=["200"],
            media_type=media_type,
        )
        for media_type in (EVENT_STREAM, NDJSON)
        for message in messages
    ]


GAME_STREAM = shown(
    {"event": "view", "id": 24, "data": examples.GAME.value},
    {"event": "event", "id": 25, "data": {"event": examples.DRAWN, **examples.TURN}},
    {"event": "heartbeat", "data": {**examples.TURN, "hash": examples.HASH, "time": examples.AT}},
    {"event": "end", "data": {"reason": Reason.GAME_OVER.value}},
)
MY_STREAM = shown(
    {"event": "standing", "id": 6, "data": {"number": 6, "forgotten": 0, "games": [examples.AWAITED]}},
    {"event": "notice", "id": 7, "data": examples.NOTICE},
    {"event": "heartbeat", "data": {"number": 7, "time": examples.AT}},
    {"event": "end", "data": {"reason": Reason.TOKEN_REVOKED.value}},
)
