"""Notices in the OpenAPI document, by kind."""

from __future__ import annotations

from typing import Final

from games.http.json_schema import (
    Schema,
    array,
    camel,
    closed,
    extended,
    object_of,
    only,
    open_union,
    ref,
    unknown_value,
)
from games.http.links import LINK
from games.notices.kinds import KINDS, Payload
from games.play.schema import NAME, NEXT, SEAT, TEXT, TIME, TURN, UUID_TEXT

ABOUT: Final[dict[str, Schema]] = {
    "game": UUID_TEXT,
    "ruleset": {**TEXT, "description": "What is played there."},
    "name": NAME,
    "links": ref("NoticeLinks"),
    "seq": {"type": "integer", "minimum": 1, "description": "The event of the game that caused it."},
}
"""What a notice and a webhook's message say of their game."""
_NUMBER: Final[Schema] = {
    "type": "integer",
    "minimum": 1,
    "description": "Counts 1, 2, 3 … for each player.",
}
FORGOTTEN: Final[Schema] = {
    "type": "integer",
    "minimum": 0,
    "description": "Notices up to this number are no longer kept; 0 if all are.",
}
_ALWAYS: Final = ["game", "ruleset", "links", "at"]
_TEXT: Final = (
    "What concerns you, in one of your games or elsewhere. More kinds may be added: a client then reads an "
    "`UnknownNotice`, which it should ignore."
)


def notice_components() -> dict[str, Schema]:
    names = {kind: f"{camel(kind)}Notice" for kind in KINDS}
    return {
        "NoticeLinks": closed({"game": LINK, "actions": LINK}),
        "GameNews": closed({**ABOUT, "at": TIME}, [*_ALWAYS, "seq"]),
        "TableNews": closed({**{name: ABOUT[name] for name in ABOUT if name != "seq"}, "at": TIME}, _ALWAYS),
        "AccountNews": closed({"at": TIME}),
        **{data_name(payload): payload_schema(payload) for payload in KINDS.values()},
        **{names[kind]: _notice(payload) for kind, payload in KINDS.items()},
        "UnknownNotice": _unknown(),
        **open_union("Notice", "kind", names, "UnknownNotice", _TEXT),
        "NoticeList": closed({"items": array(ref("Notice")), "next": NEXT, "forgotten": FORGOTTEN}),
    }


def data_name(payload: type[Payload]) -> str:
    return f"{camel(payload.kind)}Data"


def news_name(payload: type[Payload]) -> str:
    """What a notice says beside its data."""
    if not payload.about_game:
        return "AccountNews"
    return "GameNews" if payload.in_log else "TableNews"


def payload_schema(payload: type[Payload]) -> Schema:
    """What a notice of this kind carries; about a game also how it stands when the notice is given."""
    schema = object_of(payload, texts=payload.texts)
    if seat := schema["properties"].get("seat"):
        seat |= SEAT
    if payload.about_game and payload.standing:
        schema["properties"] |= TURN
        schema["required"] = [*schema.get("required", ()), "version", "to_act"]
    return schema


def _notice(payload: type[Payload]) -> Schema:
    members = {"number": _NUMBER, "kind": only(payload.kind), "data": ref(data_name(payload))}
    return {**extended(news_name(payload), members), "description": payload.__doc__}


def _unknown() -> Schema:
    more: Schema = {"type": "object", "additionalProperties": True}
    members = {"number": _NUMBER, "kind": unknown_value(KINDS), **ABOUT, "at": TIME, "data": more}
    return {
        **closed(members, ["number", "kind", "at", "data"]),
        "description": "A notice of a kind that was added after this document was written.",
    }
