"""The parts of the OpenAPI document that follow from the rules: actions, events and views."""

from __future__ import annotations

import inspect
from typing import Any

from games.audits.schema import audit_answers
from games.http.json_schema import Schema, closed, object_of, ref
from games.play.schema import HASH, MAKER, MOMENT, SEAT, STANDING, TIME, UUID_TEXT, log_answers, table_answers
from games.streams.schema import stream_components
from games.table.events import TABLE_EVENTS
from rules.actions import ACTIONS
from rules.declare import Shape
from rules.events import EVENTS
from rules.views import SeatView, View


def camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def components() -> dict[str, Schema]:
    """Every schema the play endpoints refer to, by name."""
    found: dict[str, Schema] = {"Maker": MAKER, "SeatView": object_of(SeatView), "View": object_of(View)}
    found["View"]["properties"]["moment"] = MOMENT
    for shape in ACTIONS.by_name.values():
        found[f"{camel(shape.name)}Action"] = action(shape)
    found["Action"] = union(f"{camel(name)}Action" for name in ACTIONS.by_name) | {
        "description": "An action for your own seat."
    }
    event_names = [*TABLE_EVENTS.by_name, *EVENTS.by_name]
    for shape in (*TABLE_EVENTS.by_name.values(), *EVENTS.by_name.values()):
        found[f"{camel(shape.name)}Event"] = event(shape)
    found["Event"] = union(f"{camel(name)}Event" for name in event_names) | {
        "description": "An event in its envelope. `hash` is SHA-256 over `prev` and the canonical JSON of "
        "game, seq, type, v, actor, by, at, public, sealed and cause. `private` and `salt` are present only "
        "for the seats that may know them and, after the end, for everyone. More types may be added: ignore "
        "types you do not know."
    }
    found |= {**table_answers(), **log_answers(), **audit_answers(), **stream_components(STANDING)}
    return dict(sorted(found.items()))


def add_components(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: the generated document gets what the rules say."""
    result.setdefault("components", {}).setdefault("schemas", {}).update(components())
    return result


def union(names: Any) -> Schema:
    names = list(names)
    mapping = {_type_of(name): f"#/components/schemas/{name}" for name in names}
    return {
        "oneOf": [ref(name) for name in names],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def _type_of(component: str) -> str:
    words = component.removesuffix("Action").removesuffix("Event")
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in words).lstrip("_")


def action(shape: Shape) -> Schema:
    schema = object_of(shape.cls, leave_out=("seat",))
    kind: Schema = {"type": "string", "enum": [shape.name]}
    version: Schema = {
        "type": "integer",
        "minimum": 0,
        "description": "The version your decision is based on; if it is not current, the answer is 409.",
    }
    schema["properties"] = {"type": kind, **schema["properties"], "expected_version": version}
    schema["required"] = ["type", *(name for name in schema.get("required", ()) if name != "seat")]
    return {**schema, "additionalProperties": False, "description": said_of(shape)}


def event(shape: Shape) -> Schema:
    whole = object_of(shape.cls)
    properties, required = whole["properties"], whole.get("required", [])
    members: dict[str, Schema] = {
        "game": UUID_TEXT,
        "seq": {"type": "integer", "minimum": 1},
        "type": {"type": "string", "enum": [shape.name]},
        "v": {"type": "integer", "minimum": 1},
        "actor": SEAT,
        "by": ref("Maker"),
        "at": TIME,
        "public": closed(
            {name: properties[name] for name in shape.shown}, [n for n in required if n in shape.shown]
        ),
        "sealed": closed({"commit": HASH, "to": SEAT}, ["commit"]),
        "cause": {"type": "string"},
        "prev": HASH,
        "hash": HASH,
    }
    needed = ["game", "seq", "type", "v", "at", "public", "prev", "hash"]
    if shape.hidden:
        members["private"] = closed({name: properties[name] for name in shape.hidden})
        members["salt"] = HASH
        needed.append("sealed")
    else:
        del members["sealed"]
    return {**closed(members, needed), "description": said_of(shape)}


def said_of(shape: Shape) -> str:
    """What its class says of itself; a dataclass without words has its signature there instead."""
    text = inspect.getdoc(shape.cls) or ""
    return f"{shape.name.replace('_', ' ').capitalize()}." if text.startswith(shape.cls.__name__) else text
