"""The messages of streams in the OpenAPI document: schemas and examples."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.utils import OpenApiExample

from games.http.examples import answered
from games.http.json_schema import Schema, array, closed, only, open_union, ref, unknown_value
from games.notices.schema import FORGOTTEN
from games.play import examples
from games.streams.stream import Reason
from games.streams.wire import EVENT_STREAM, NDJSON

TIME: Schema = {"type": "string", "format": "date-time"}
NUMBER: Schema = {"type": "integer", "minimum": 0}
NEWEST: Schema = {**NUMBER, "description": "The number of your newest notice; 0 before the first."}
AUTHOR: Schema = {**NUMBER, "description": "Of the author; absent for a host without a seat."}
_ANYTHING: Schema = {"type": "object", "additionalProperties": True}
_TEXT = (
    "One message of a stream. As NDJSON the body is a sequence of them, one per line. More kinds may be "
    "added: a client should ignore those it does not know."
)


SENT: Schema = {
    **closed(
        {
            "event": {"type": "string", "description": "The same as in the message."},
            "id": {"type": "string", "pattern": "^[0-9]+$", "description": "The same, as text."},
            "data": {
                "type": "string",
                "contentMediaType": "application/json",
                "description": "`data` of the message, as JSON text.",
            },
        },
        ["event", "data"],
    ),
    "description": "A message of a stream in the fields of a server-sent event; the body is a sequence of "
    "them.",
}


def stream_components(place: dict[str, Schema], turn: dict[str, Schema]) -> dict[str, Schema]:
    reason = {"type": "string", "enum": list(Reason.values)}
    games = {
        **array(ref("GameSummary")),
        "description": "The games that wait for your action, most urgent first.",
    }
    newest = {"number": NEWEST}
    return {
        "ServerSentEvent": SENT,
        **_stream(
            "GameMessage", view="View", event="Event", message="Board", heartbeat="Heartbeat", end="End"
        ),
        "ViewMessage": _message("view", ref("Game"), {**NUMBER, "description": "The version of the view."}),
        "EventMessage": _message(
            "event", ref("NewEvent"), {**NUMBER, "description": "The seq of the event."}
        ),
        "BoardMessage": _message("message", closed({"number": NUMBER, "seat": AUTHOR}, ["number"])),
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
    """Each message as an example; as a server-sent event only the last ones, which are short."""
    lines = [answered(one["event"].capitalize(), one, media_type=NDJSON) for one in messages]
    return lines + [
        answered(f"{one['event'].capitalize()} as text", _sent(one), media_type=EVENT_STREAM)
        for one in messages[2:]
    ]


def _sent(message: dict[str, Any]) -> dict[str, str]:
    return {"event": message["event"], "data": json.dumps(message["data"], separators=(",", ":"))}


GAME_STREAM = shown(
    {"event": "view", "id": 24, "data": examples.GAME.value},
    {"event": "event", "id": 25, "data": {"event": examples.DRAWN, **examples.TURN}},
    {"event": "message", "data": {"number": 3, "seat": 1}},
    {"event": "heartbeat", "data": {**examples.TURN, "hash": examples.HASH, "time": examples.AT}},
    {"event": "end", "data": {"reason": Reason.GAME_OVER.value}},
)
MY_STREAM = shown(
    {"event": "standing", "id": 6, "data": {"number": 6, "forgotten": 0, "games": [examples.AWAITED]}},
    {"event": "notice", "id": 7, "data": examples.NOTICE},
    {"event": "heartbeat", "data": {"number": 7, "time": examples.AT}},
    {"event": "end", "data": {"reason": Reason.TOKEN_REVOKED.value}},
)
