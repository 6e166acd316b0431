"""Notices in the OpenAPI document, by kind."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from games.json_schema import (
    Schema,
    camel,
    closed,
    components_of,
    extended,
    only,
    open_union,
    ref,
    unknown_value,
)
from games.notices.answers import Notice
from games.notices.kinds import KINDS, Payload
from games.reading.answers import Turn

_ABOUT: Final = ("game", "ruleset", "name", "links", "at")  # what a notice says of its game
_TEXT: Final = (
    "What concerns you, in one of your games or elsewhere. More kinds may be added: a client then reads an "
    "`UnknownNotice`, which it should ignore."
)


def notice_components(posted: Container[str]) -> dict[str, Schema]:
    """`posted`: the kinds that a webhook can receive."""
    names = {kind: f"{camel(kind)}Notice" for kind in KINDS}
    found = components_of(Notice)
    whole = found.pop("Notice")
    members = whole["properties"]
    return {
        **found,
        "GameNews": _news(members, *_ABOUT, "seq"),
        "TableNews": _news(members, *_ABOUT),
        "AccountNews": _news(members, "at"),
        **{data_name(payload): payload_schema(payload) for payload in KINDS.values()},
        **{f"{camel(kind)}News": _posted(payload) for kind, payload in KINDS.items() if kind in posted},
        **{names[kind]: _notice(members, payload) for kind, payload in KINDS.items()},
        "UnknownNotice": {
            **whole,
            "properties": {**members, "kind": unknown_value(KINDS)},
            "description": "A notice of a kind that was added after this document was written.",
        },
        **open_union("Notice", "kind", names, "UnknownNotice", _TEXT),
    }


def _news(members: Schema, *names: str) -> Schema:
    """What a notice says beside its data."""
    return closed({name: members[name] for name in names}, [name for name in names if name != "name"])


def data_name(payload: type[Payload]) -> str:
    return f"{camel(payload.kind)}Data"


def news_name(payload: type[Payload]) -> str:
    if not payload.about_game:
        return "AccountNews"
    return "GameNews" if payload.in_log else "TableNews"


def payload_schema(payload: type[Payload]) -> Schema:
    """What a notice of this kind carries; about a game also how it stands when the notice is given."""
    schema = components_of(payload)[payload.__name__]
    schema.pop("description")  # that of the kind
    if payload.about_game and payload.standing:
        schema["properties"] |= components_of(Turn)["Turn"]["properties"]
        schema["required"] = [*schema.get("required", ()), "version", "to_act"]
    return schema


def _posted(payload: type[Payload]) -> Schema:
    """What a webhook receives: the same, with the game it is about."""
    return {"allOf": [ref(news_name(payload)), ref(data_name(payload))]}


def _notice(members: Schema, payload: type[Payload]) -> Schema:
    own = {"number": members["number"], "kind": only(payload.kind), "data": ref(data_name(payload))}
    return {**extended(news_name(payload), own), "description": payload.__doc__}
