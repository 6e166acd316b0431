"""The schemas that are derived from the rules: actions, events and views."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from games.accounts.models import Friend
from games.deliveries.models import Delivery
from games.http.json_schema import (
    WORDS,
    Schema,
    array,
    camel,
    closed,
    extended,
    object_of,
    only,
    open_union,
    ref,
    schema_of,
    union,
    unknown_value,
)
from games.http.problem_body import problem_components
from games.log.models import Game
from games.messages.answers import DELETERS
from games.notifications.answers import NAMES
from games.openapi.notices import notice_components
from games.openapi.problems import problem_codes
from games.rulesets.vocabulary import vocabulary_components
from games.tables.invitation_answers import STATES
from games.webhooks.models import Webhook
from proof.audit import Check
from rules.actions import ACTIONS
from rules.board import CONFIDENCES
from rules.declare import Shape
from rules.events import EVENTS
from rules.moments import MOMENTS
from rules.table.base import TABLE_EVENTS
from rules.table.clock import Speed
from rules.table.state import MAKERS
from rules.views import SeatView, View

TIME: Schema = {"type": "string", "format": "date-time"}
HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
SEAT: Schema = {"type": "integer", "minimum": 0}
MAKER: Schema = {
    "type": "string",
    "enum": list(MAKERS),
    "description": "Who made the decision: a person, an account that plays by program, a bot with a seat of "
    "its own, a stand-in that has taken over, or a cover for one decision after a time-out.",
}
MEANING: Schema = {"type": "string", "description": "What the check proves, in plain words."}
SCORE_LINE: Schema = closed(
    {
        "rule": {"type": "string", "description": "The number of the rule."},
        "what": {"type": "string"},
        "points": {"type": "integer"},
        "witness": {**array({"type": "string"}), "description": "What proves it, such as the routes."},
    }
)

CHOICES: dict[str, Iterable[str]] = {  # those that only answers have; others come from requests
    "Confidence": CONFIDENCES,
    "DeletedBy": DELETERS,
    "DeliveryState": Delivery.State.values,
    "FriendStatus": Friend.Status.values,
    "InvitationStatus": STATES,
    "Moment": MOMENTS,
    "NoticeKind": NAMES,
}

PILES = {"pile", "refill"}  # the members that name a pile


def components() -> dict[str, Schema]:
    """Every schema that the endpoints of games refer to, by name."""
    found: dict[str, Schema] = {"Maker": MAKER, "SeatView": object_of(SeatView), "View": object_of(View)}
    found["View"]["properties"]["moment"] = ref("Moment")
    found |= {"GameStatus": schema_of(Game.Status), "Speed": schema_of(Speed)}
    found |= {name: {"type": "string", "enum": list(values)} for name, values in CHOICES.items()}
    found |= {"ViewChanges": view_changes(found["View"]), "EventEnvelope": ENVELOPE, "EventSeal": SEAL}
    for shape in ACTIONS.by_name.values():
        found[f"{camel(shape.name)}Action"] = action(shape)
    found["Action"] = union("type", {name: f"{camel(name)}Action" for name in ACTIONS.by_name}) | {
        "description": "An action for your own seat."
    }
    events = {name: f"{camel(name)}Event" for name in (*TABLE_EVENTS.by_name, *EVENTS.by_name)}
    for shape in (*TABLE_EVENTS.by_name.values(), *EVENTS.by_name.values()):
        found |= event(shape)
    found["UnknownEvent"] = unknown_event(events)
    found |= open_union(
        "Event",
        "type",
        events,
        "UnknownEvent",
        "An event in its envelope. `hash` is SHA-256 over `prev` and the canonical JSON of "
        "game, seq, type, v, actor, by, at, public and sealed. `private` and `salt` are present only "
        "for the seats that may know them and, after the end, for everyone. More types may be added: "
        "a client then reads an `UnknownEvent`, which it should ignore.",
    )
    found["PreviewEvent"] = union("type", {name: f"{camel(name)}Preview" for name in EVENTS.by_name})
    found["ScoreLine"] = SCORE_LINE
    for schema, name in ((found["SeatView"], "sheet"), (found["SeatScoredPublic"], "lines")):
        schema["properties"][name] = array(ref("ScoreLine"))
    found["ReportCheck"] = extended("AuditCheck", {"meaning": MEANING})
    found |= {"AuditCheck": object_of(Check), **notice_components(Webhook.Kind)}
    for schema in found.values():
        for name in PILES & schema.get("properties", {}).keys():
            schema["properties"][name] = ref("PileId")
    found |= vocabulary_components() | problem_components()
    found["ProblemCode"] = problem_codes()
    return dict(sorted(found.items()))


def add_components(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A post-processing hook of drf-spectacular."""
    schemas, found = result.setdefault("components", {}).setdefault("schemas", {}), components()
    if twice := [name for name in schemas.keys() & found.keys() if schemas[name] != found[name]]:
        raise ValueError(f"declared twice: {', '.join(sorted(twice))}")
    schemas.update(found)
    _name_words(schemas)
    return result


def _name_words(part: Any) -> None:
    """By the keyword that drf-spectacular must not have seen."""
    for one in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        _name_words(one)
    if isinstance(part, dict) and WORDS in part:
        part["enum"] = part.pop(WORDS)


def view_changes(view: Schema) -> Schema:
    """What of a view, of the status and of the turn can differ between two moments."""
    members = {**view["properties"], "status": ref("GameStatus"), "to_act": array(SEAT)}
    return {
        **closed({name: closed({"from": one, "to": one}, []) for name, one in members.items()}, []),
        "description": "The members that differ, each with the value before and after; one of the two is "
        "absent if the member was or is.",
    }


ENVELOPE: Schema = {
    **closed(
        {
            "game": schema_of(UUID),
            "seq": {"type": "integer", "minimum": 1},
            "v": {"type": "integer", "minimum": 1},
            "actor": SEAT,
            "by": ref("Maker"),
            "at": TIME,
            "prev": HASH,
            "hash": HASH,
        },
        ["game", "seq", "v", "at", "prev", "hash"],
    ),
    "description": "What all events have.",
}
SEAL: Schema = {
    **closed({"commit": HASH, "to": SEAT}, ["commit"]),
    "description": "The commitment to the private facts, and the seat that may know them.",
}


def in_envelope(members: dict[str, Schema], required: list[str], text: str) -> Schema:
    return {**extended("EventEnvelope", members, required), "description": text}


def unknown_event(names: Iterable[str]) -> Schema:
    members: dict[str, Schema] = {
        "type": unknown_value(names),
        "public": {"type": "object", "additionalProperties": True},
    }
    text = "An event of a type that was added after this document was written."
    return in_envelope(members, ["type", "public"], text)


def action(shape: Shape) -> Schema:
    schema = object_of(shape.cls, leave_out=("seat",))
    kind = only(shape.name)
    version: Schema = {
        "type": "integer",
        "minimum": 0,
        "description": "The version your decision is based on; if it is not current, the answer is 409.",
    }
    schema["properties"] = {"type": kind, **schema["properties"], "expected_version": version}
    schema["required"] = ["type", *(name for name in schema.get("required", ()) if name != "seat")]
    return {**schema, "additionalProperties": False, "description": said_of(shape)}


def event(shape: Shape) -> dict[str, Schema]:
    """The components of an event: its facts, with its envelope, and as a dry run shows it."""
    name, whole = camel(shape.name), object_of(shape.cls)
    properties, required = whole["properties"], whole.get("required", [])
    kind = only(shape.name)
    shown = {field: properties[field] for field in shape.shown}
    found = {f"{name}Public": closed(shown, [field for field in required if field in shown])}
    facts: dict[str, Schema] = {"public": ref(f"{name}Public")}
    secrets: dict[str, Schema] = {}
    if shape.hidden:
        found[f"{name}Private"] = closed({field: properties[field] for field in shape.hidden}, [])
        facts["private"] = ref(f"{name}Private")
        secrets = {"sealed": ref("EventSeal"), "salt": HASH}
    needed = ["type", "public", *(["sealed"] if secrets else [])]
    found[f"{name}Event"] = in_envelope({"type": kind, **facts, **secrets}, needed, said_of(shape))
    if unknown := set(shape.drawn).intersection(shown):  # a dry run does not reveal random draws
        facts = {**facts, "public": closed({n: s for n, s in shown.items() if n not in unknown})}
    if shape.name not in EVENTS.by_name:  # events of the table have no dry run
        return found
    version = ENVELOPE["properties"]["v"]
    previewed = closed({"type": kind, "v": version, **facts}, ["type", "v", "public"])
    return found | {f"{name}Preview": {**previewed, "description": said_of(shape)}}


def said_of(shape: Shape) -> str:
    """The docstring of a class; without one, a dataclass has its signature there instead."""
    text = inspect.getdoc(shape.cls) or ""
    return f"{shape.name.replace('_', ' ').capitalize()}." if text.startswith(shape.cls.__name__) else text
