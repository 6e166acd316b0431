"""JSON Schema from Python types, so that the reference cannot differ from the code."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

Schema = dict[str, Any]

PLAIN: dict[Any, Schema] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    Any: {},
}


def schema_of(hint: Any) -> Schema:
    """The schema of a type. None in a union means that the member may be absent."""
    if hint in PLAIN:
        return dict(PLAIN[hint])
    if isinstance(hint, NewType):
        return schema_of(hint.__supertype__)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"type": "string", "enum": list(args)}
    if origin in (Union, types.UnionType):
        return schema_of(next(arg for arg in args if arg is not type(None)))
    if origin in (tuple, list):
        return {"type": "array", "items": _items(args[0])}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": schema_of(args[1])}
    raise TypeError(f"no schema for {hint}")


def _items(hint: Any) -> Schema:
    """An item of an array cannot be absent, so here None is null."""
    if isinstance(hint, type) and is_dataclass(hint):
        return ref(hint.__name__)
    schema = schema_of(hint)
    if type(None) in get_args(hint):
        schema["type"] = [schema["type"], "null"]
    return schema


def object_of(cls: Any, *, leave_out: tuple[str, ...] = (), texts: Mapping[str, str] | None = None) -> Schema:
    """The schema of a dataclass. Fields that may be None are optional."""
    hints = get_type_hints(cls)
    names = [field.name for field in fields(cls) if field.name not in leave_out]
    properties = {name: _property(hints[name], (texts or {}).get(name)) for name in names}
    required = [name for name in names if type(None) not in get_args(hints[name])]
    return closed(properties, required)


def _property(hint: Any, text: str | None) -> Schema:
    schema = schema_of(hint)
    return {**schema, "description": text} if text else schema


def closed(properties: Mapping[str, Schema], required: list[str] | None = None) -> Schema:
    """An object with these members and no others."""
    needed = list(properties) if required is None else required
    schema: Schema = {"type": "object", "properties": dict(properties)}
    return {**schema, "required": needed} if needed else schema


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def array(items: Schema) -> Schema:
    return {"type": "array", "items": items}
