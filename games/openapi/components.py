"""The schemas that belong to no operation: actions, events and views follow from the rules and the log."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any, Final

from games.deliveries.models import Delivery
from games.http.problem_body import problem_components
from games.json_schema import (
    WORDS,
    Schema,
    array,
    camel,
    closed,
    components_of,
    extended,
    object_of,
    only,
    open_union,
    ref,
    union,
    unknown_value,
)
from games.log.entries import Entry, Seal, Signature
from games.messages.answers import DELETERS
from games.notifications.answers import NAMES
from games.openapi.notices import notice_components
from games.openapi.problems import problem_codes
from games.relations.models import Friend
from games.rulesets.vocabulary import vocabulary_components
from games.tables.invitation_answers import STATES
from games.webhooks.callbacks import CALLBACKS
from games.webhooks.models import Webhook
from proof.audit import Check
from proof.signatures import is_hidden
from rules.actions import ACTIONS
from rules.board import CONFIDENCES
from rules.declare import Shape
from rules.events import EVENTS
from rules.moments import MOMENTS
from rules.scoring import ScoreLine
from rules.table.base import TABLE_EVENTS
from rules.table.clock import Speed
from rules.table.state import MAKERS, Status
from rules.views import SeatView, View

EVENT: Final = (
    "An event in its envelope. `hash` is SHA-256 over `prev` and the canonical JSON of "
    "game, seq, type, v, actor, by, at, public, sealed and signature. `private` and `salt` are present only "
    "for the seats that may know them and, after the end, for everyone. More types may be added: "
    "a client then reads an `UnknownEvent`, which it should ignore."
)
MAKER: Final = (
    "Who made the decision: a person, an account that plays by program, a bot with a seat of its own, a "
    "stand-in that has taken over, or a cover for one decision after a time-out."
)
MEANING: Schema = {"type": "string", "description": "What the check proves, in plain words."}
CHOICES: dict[str, Iterable[str]] = {  # those that only answers have; others come from requests
    "Confidence": CONFIDENCES,
    "DeletedBy": DELETERS,
    "DeliveryState": Delivery.State.values,
    "FriendStatus": Friend.Status.values,
    "GameStatus": Status,
    "InvitationStatus": STATES,
    "Maker": MAKERS,
    "Moment": MOMENTS,
    "NoticeKind": NAMES,
    "Speed": Speed,
}

MEMBERS: Final = {  # of the rules and of the log, which are components
    "by": ref("Maker"),
    "lines": array(ref("ScoreLine")),
    "moment": ref("Moment"),
    "pile": ref("PileId"),
    "refill": ref("PileId"),
    "signature": ref("MoveSignature"),
    "sheet": array(ref("ScoreLine")),
}


def components() -> dict[str, Schema]:
    """Every schema that the endpoints of games refer to, by name."""
    found = {name: {"type": "string", "enum": list(map(str, values))} for name, values in CHOICES.items()}
    found["Maker"]["description"] = MAKER
    found |= {**views(), **actions(), **events(), **notice_components(Webhook.Kind)}
    found |= {"AuditCheck": object_of(Check), "ReportCheck": extended("AuditCheck", {"meaning": MEANING})}
    found |= {**components_of(*CALLBACKS.values()), **vocabulary_components(), **problem_components()}
    return dict(sorted({**found, "ProblemCode": problem_codes()}.items()))


def shaped(cls: Any, **more: Any) -> Schema:
    schema = object_of(cls, **more)
    schema["properties"] |= {name: MEMBERS[name] for name in MEMBERS.keys() & schema["properties"].keys()}
    return schema


def views() -> dict[str, Schema]:
    view = shaped(View)
    lines = object_of(ScoreLine, leave_out=("completed",))
    return {"ScoreLine": lines, "SeatView": shaped(SeatView), "View": view, "ViewChanges": view_changes(view)}


def actions() -> dict[str, Schema]:
    names = {name: f"{camel(name)}Action" for name in ACTIONS.by_name}
    either = {**union("type", names), "description": "An action for your own seat."}
    found = {"Action": either, "MoveSignatureRequest": {**SIGNATURE, "additionalProperties": False}}
    return found | {names[shape.name]: action(shape) for shape in ACTIONS.by_name.values()}


def events() -> dict[str, Schema]:
    shapes = {**TABLE_EVENTS.by_name, **EVENTS.by_name}
    names = {name: f"{camel(name)}Event" for name in shapes}
    found = {"EventEnvelope": ENVELOPE, "EventSeal": SEAL, "MoveSignature": SIGNATURE}
    found["UnknownEvent"] = unknown_event(names)
    for shape in shapes.values():
        found |= event(shape)
    found["PreviewEvent"] = union("type", {name: f"{camel(name)}Preview" for name in EVENTS.by_name})
    return found | open_union("Event", "type", names, "UnknownEvent", EVENT)


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
    seat = {"type": "integer", "minimum": 0}
    members = {**view["properties"], "status": ref("GameStatus"), "to_act": array(seat)}
    return {
        **closed({name: closed({"from": one, "to": one}, []) for name, one in members.items()}, []),
        "description": "The members that differ, each with the value before and after; one of the two is "
        "absent if the member was or is.",
    }


ENVELOPE: Final = {
    **shaped(Entry, leave_out=("type", "public", "sealed", "private")),
    "description": "What all events have.",
}
SIGNATURE: Final = {**object_of(Signature), "description": inspect.getdoc(Signature)}
SEAL: Final = {**object_of(Seal), "description": inspect.getdoc(Seal)}


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
    schema = shaped(shape.cls, leave_out=("seat",))
    kind = only(shape.name)
    version: Schema = {
        "type": "integer",
        "minimum": 0,
        "description": "The version your decision is based on; if it is not current, the answer is 409.",
    }
    more = {"expected_version": version, "signature": ref("MoveSignatureRequest")}
    schema["properties"] = {"type": kind, **schema["properties"], **more}
    schema["required"] = ["type", *(name for name in schema.get("required", ()) if name != "seat")]
    return {**schema, "additionalProperties": False, "description": said_of(shape)}


def event(shape: Shape) -> dict[str, Schema]:
    """The components of an event: its facts, with its envelope, and as a dry run shows it."""
    name, whole = camel(shape.name), shaped(shape.cls)
    properties, required = whole["properties"], whole.get("required", [])
    kind = only(shape.name)
    shown = {field: properties[field] for field in shape.shown}
    found = {f"{name}Public": closed(shown, [field for field in required if field in shown])}
    facts: dict[str, Schema] = {"public": ref(f"{name}Public")}
    secrets: dict[str, Schema] = {}
    if shape.hidden:
        hidden = {field: properties[field] for field in shape.hidden}
        if is_hidden(shape.name):
            hidden["signature"] = MEMBERS["signature"]
        found[f"{name}Private"] = closed(hidden, [])
        facts["private"] = ref(f"{name}Private")
        secrets = {"sealed": ref("EventSeal"), "salt": SEAL["properties"]["commit"]}
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
