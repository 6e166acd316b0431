"""The parts of the OpenAPI document that follow from the rules: actions, events and views."""

from __future__ import annotations

import inspect
from typing import Any

from games.api.stream_schema import stream_components
from games.api.typed import Schema, array, closed, object_of, ref
from games.models import AuditRun, Game
from games.table.events import TABLE_EVENTS
from rules.actions import ACTIONS
from rules.audit import Check
from rules.events import EVENTS
from rules.receipts import RECEIPT_FORMAT
from rules.records import Shape
from rules.views import SeatView, View

HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
SEAT: Schema = {"type": "integer", "minimum": 0}


def camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def components() -> dict[str, Schema]:
    """Every schema the play endpoints refer to, by name."""
    found: dict[str, Schema] = {"SeatView": object_of(SeatView), "View": object_of(View)}
    for shape in ACTIONS.by_name.values():
        found[f"{camel(shape.name)}Action"] = action(shape)
    found["Action"] = union(f"{camel(name)}Action" for name in ACTIONS.by_name) | {
        "description": "What a seat asks to do. The seat is the caller's."
    }
    event_names = [*TABLE_EVENTS.by_name, *EVENTS.by_name]
    for shape in (*TABLE_EVENTS.by_name.values(), *EVENTS.by_name.values()):
        found[f"{camel(shape.name)}Event"] = event(shape)
    found["Event"] = union(f"{camel(name)}Event" for name in event_names) | {
        "description": "An event in its envelope. `hash` is SHA-256 over `prev` and the canonical JSON of "
        "game, seq, type, v, actor, at, public, sealed and cause. `private` and `salt` are there only for "
        "whom it concerns and, after the end, for all. New types may be added: ignore those you do not know."
    }
    return dict(sorted({**found, **answers(), **stream_components(STANDING)}.items()))


TIME: Schema = {"type": "string", "format": "date-time"}
UUID_TEXT: Schema = {"type": "string", "format": "uuid"}
TEXT: Schema = {"type": "string"}
SEATS: Schema = array(SEAT)
STATUS: Schema = {"type": "string", "enum": list(Game.Status.values)}
STANDING: dict[str, Schema] = {
    "version": {"type": "integer", "minimum": 0, "description": "The seq of the newest event."},
    "hash": {**HASH, "description": "The hash of the newest event."},
}


def answers() -> dict[str, Schema]:
    """What the endpoints of a game answer."""
    place = {**STANDING, "status": STATUS, "to_act": SEATS, "seat": SEAT, "view": ref("View")}
    seat = {
        "seat": SEAT,
        "taken": {"type": "boolean"},
        "is_bot": {"type": "boolean"},
        "player": TEXT,
        "bot": TEXT,
        "stand_in": {**TEXT, "description": "The bot that plays on for the player."},
        "cover": {**TEXT, "description": "The bot that makes this decision because time ran out."},
        "client_seed": TEXT,
        "bank": {"type": "integer", "description": "Seconds left when the seat was last waited for."},
        "deadline": TIME,
    }
    listed = {
        "id": UUID_TEXT,
        "ruleset": TEXT,
        "status": STATUS,
        "visibility": {"type": "string", "enum": list(Game.Visibility.values)},
        **STANDING,
        "seats": array(ref("TableSeat")),
        "to_act": SEATS,
        "deadline": TIME,
        "created_at": TIME,
        "moved_at": TIME,
        "my_turn": {"type": "boolean"},
        "links": LINKS,
    }
    table = {
        **{name: listed[name] for name in ("id", "ruleset", "visibility", "seats", "deadline", "links")},
        **place,
        "options": {"type": "object", "additionalProperties": TEXT},
        "clock": {"type": "object", "additionalProperties": {"type": "integer"}},
        "bot_delay": {"type": "integer"},
        "commitment": {**HASH, "description": "SHA-256 of the seed the server is bound to."},
        "seed": {**HASH, "description": "The server's seed, after the end."},
        "host": TEXT,
        "invite_code": {**TEXT, "description": "For the host of a private table."},
        "rematch": UUID_TEXT,
        "rematch_of": UUID_TEXT,
        "source": {**TEXT, "description": "Where an archived game came from."},
        "created_at": TIME,
        "started_at": TIME,
        "finished_at": TIME,
    }
    optional = ("seat", "view", "seed", "host", "invite_code", "rematch", "rematch_of", "deadline", "source")
    later = ("started_at", "finished_at")
    events = array(ref("Event"))
    preview = {"type": "object", "properties": {"type": TEXT}, "required": ["type"]}
    games = array(ref("GameSummary"))
    return {
        "TableSeat": closed(seat, ["seat", "taken", "is_bot"]),
        "GameSummary": closed(listed, [n for n in listed if n not in ("deadline", "my_turn")]),
        "Game": closed(table, [name for name in table if name not in (*optional, *later)]),
        "GameList": closed({"items": games, "next": {"type": ["string", "null"], "format": "uri"}}),
        "MyGames": closed({"items": games}),
        "Actions": closed(
            {**STANDING, "seat": SEAT, "moment": TEXT, "actions": array(ref("Action"))},
            ["version", "hash", "seat", "actions"],
        ),
        "Outcome": closed({**place, "events": events}, ["version", "hash", "status", "to_act", "events"]),
        "Preview": closed({**STANDING, "events": array(preview)}),
        "Audit": closed({**STANDING, "sound": {"type": "boolean"}, "checks": array(ref("AuditCheck"))}),
        "AuditCheck": object_of(Check),
        "AuditRun": closed(AUDIT_RUN, [n for n in AUDIT_RUN if n not in ("report", "finished_at")]),
        "AuditRunList": closed(
            {"items": array(ref("AuditRun")), "next": {"type": ["string", "null"], "format": "uri"}}
        ),
        "Diff": closed(
            {
                **STANDING,
                "from": {"type": "integer", "minimum": 0},
                "to": {"type": "integer", "minimum": 1},
                "sentences": array(closed({"seq": {"type": "integer"}, "text": TEXT})),
                "events": events,
                "changes": {
                    "type": "object",
                    "description": "What of the caller's view is different, each with `from` and `to`.",
                    "additionalProperties": {"type": "object"},
                },
            }
        ),
        "Looks": closed(
            {
                **STANDING,
                "items": array(
                    closed({"auditor": TEXT, "what": TEXT, "version": {"type": "integer"}, "at": TIME})
                ),
                "next": {"type": ["string", "null"], "format": "uri"},
            }
        ),
        "Receipt": closed(
            {
                "format": {"type": "string", "enum": [RECEIPT_FORMAT]},
                "game": UUID_TEXT,
                **STANDING,
                "at": {**TIME, "description": "When it was signed."},
                "key": {**TEXT, "description": "The `kid` of the key it is signed with."},
                "signature": {
                    **TEXT,
                    "description": "Ed25519 over the canonical JSON of the other members, in base64url.",
                },
            }
        ),
        "KeySet": closed({"keys": array(closed(dict.fromkeys(("kty", "crv", "x", "kid", "use"), TEXT)))}),
        "Events": closed(
            {
                **STANDING,
                "events": events,
                "after": {"type": "integer", "description": "Ask for what comes after this next."},
                "more": {"type": "boolean", "description": "Whether there is more already."},
            }
        ),
    }


LINKS: Schema = {"type": "object", "additionalProperties": {"type": "string"}}
COUNT: Schema = {"type": "integer", "minimum": 0}
AUDIT_RUN: dict[str, Schema] = {
    "id": UUID_TEXT,
    "version": {**COUNT, "description": "Up to this event the log is audited."},
    "hash": {**HASH, "description": "The hash of that event when the audit was ordered."},
    "status": {"type": "string", "enum": list(AuditRun.Status.values)},
    "progress": closed(
        {
            "check": {**TEXT, "description": "The check that is at work."},
            "seq": {**COUNT, "description": "The event it has come to."},
            "of": COUNT,
        },
        ["seq", "of"],
    ),
    "report": {**ref("Audit"), "description": "When it is done."},
    "created_at": TIME,
    "finished_at": TIME,
    "links": LINKS,
}


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
        "description": "The version you decided on; a table that has moved on answers 409.",
    }
    schema["properties"] = {"type": kind, **schema["properties"], "expected_version": version}
    schema["required"] = ["type", *(name for name in schema.get("required", ()) if name != "seat")]
    return {**schema, "additionalProperties": False, "description": said_of(shape)}


def event(shape: Shape) -> Schema:
    whole = object_of(shape.cls)
    properties, required = whole["properties"], whole.get("required", [])
    members: dict[str, Schema] = {
        "game": {"type": "string", "format": "uuid"},
        "seq": {"type": "integer", "minimum": 1},
        "type": {"type": "string", "enum": [shape.name]},
        "v": {"type": "integer", "minimum": 1},
        "actor": SEAT,
        "at": {"type": "string", "format": "date-time"},
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
