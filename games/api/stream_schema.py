"""The messages of a stream, for the reference: their kinds, schemas and examples."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

from games.api import examples
from games.api.typed import Schema, closed, ref
from games.streams.stream import Reason
from games.streams.wire import EVENT_STREAM, NDJSON

TIME: Schema = {"type": "string", "format": "date-time"}
NUMBER: Schema = {"type": "integer", "minimum": 0}


def stream_components(standing: dict[str, Schema]) -> dict[str, Schema]:
    reason = {"type": "string", "enum": list(Reason.values)}
    return {
        "GameMessage": _union("view", "event", "heartbeat", "end")
        | {
            "description": "One message of a stream; a body is many of them. As server-sent events its "
            "members are the fields of a message, with `data` in JSON; as NDJSON it is a line."
        },
        "ViewMessage": _message("view", ref("Game"), {**NUMBER, "description": "The version of the view."}),
        "EventMessage": _message("event", ref("Event"), {**NUMBER, "description": "The seq of the event."}),
        "HeartbeatMessage": _message("heartbeat", closed({**standing, "time": TIME})),
        "EndMessage": _message("end", closed({"reason": reason})),
    }


def _message(name: str, data: Schema, number: Schema | None = None) -> Schema:
    kind: Schema = {"type": "string", "enum": [name]}
    return closed({"event": kind, **({"id": number} if number else {}), "data": data})


def _union(*names: str) -> Schema:
    mapping = {name: f"#/components/schemas/{name.capitalize()}Message" for name in names}
    return {
        "oneOf": [{"$ref": found} for found in mapping.values()],
        "discriminator": {"propertyName": "event", "mapping": mapping},
    }


def told(*messages: dict[str, Any]) -> list[OpenApiExample]:
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


END = {"event": "end", "data": {"reason": Reason.GAME_OVER.value}}
GAME_STREAM = told(
    {"event": "view", "id": 24, "data": examples.GAME.value},
    {"event": "event", "id": 25, "data": examples.DRAWN},
    {"event": "heartbeat", "data": {"version": 25, "hash": examples.HASH, "time": examples.AT}},
    END,
)
