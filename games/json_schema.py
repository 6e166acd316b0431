"""JSON Schema from Python types, so that the reference cannot differ from the code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_type_hints

import msgspec

Schema = dict[str, Any]
WORDS = "x-words"  # an enum of which drf-spectacular shall not make a component
DERIVED = "x-derived"  # beside a reference: to what is derived from the rules
_PLACE = "#/components/schemas/"


def object_of(cls: Any, *, leave_out: tuple[str, ...] = ()) -> Schema:
    """The schema of a class that is no answer, such as those of the rules.

    Members that may be None are absent then. A text beside the type of a member describes it.
    """
    (_, found) = msgspec.json.schema_components([cls], ref_template=f"{_PLACE}{{name}}")
    whole, hints = found[cls.__name__], get_type_hints(cls, include_extras=True)
    members = {name: part for name, part in whole["properties"].items() if name not in leave_out}
    needed = [name for name, part in members.items() if name in whole["required"] or "default" in part]
    properties = {name: _member(part, hints[name]) for name, part in members.items()}
    return closed(properties, [name for name in needed if not _may_be_none(members[name])])


def _may_be_none(schema: Schema) -> bool:
    return {"type": "null"} in schema.get("anyOf", ())


def _member(schema: Schema, hint: Any) -> Schema:
    shown = schema["anyOf"][0] if _may_be_none(schema) else schema
    texts = [part for part in getattr(hint, "__metadata__", ()) if isinstance(part, str)]
    kept = {name: part for name, part in shown.items() if name != "default"}  # which an answer has not
    return {**plain(kept, {}), **({"description": texts[0]} if texts else {})}


def closed(properties: Mapping[str, Schema], required: list[str] | None = None) -> Schema:
    """An object with these members and no others."""
    needed = list(properties) if required is None else required
    schema: Schema = {"type": "object", "properties": dict(properties)}
    return {**schema, "required": needed} if needed else schema


def extended(base: str, properties: Mapping[str, Schema], required: list[str] | None = None) -> Schema:
    """The members of this component and more. Some generators overlook members beside a single `allOf`."""
    return {"allOf": [ref(base), closed(properties, required)]}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def camel(name: str) -> str:
    """`game.your_turn` is `GameYourTurn`."""
    return "".join(part.capitalize() for part in re.split(r"[._]", name))


def only(value: str) -> Schema:
    return {"type": "string", "enum": [value]}


# -- unions ------------------------------------------------------------------------------------


def union(by: str, components: Mapping[str, str]) -> Schema:
    """One of these components, by the value of a member that they all have."""
    mapping = {value: f"#/components/schemas/{name}" for value, name in components.items()}
    return {
        "oneOf": [{"$ref": place} for place in mapping.values()],
        "discriminator": {"propertyName": by, "mapping": mapping},
    }


def open_union(
    name: str, by: str, components: Mapping[str, str], unknown: str, text: str
) -> dict[str, Schema]:
    """A union to which more may be added.

    What a client does not know is outside the part with the discriminator, which is closed, so that a
    generated client need not fail.
    """
    either = [ref(f"Known{name}"), ref(unknown)]
    return {f"Known{name}": union(by, components), name: {"anyOf": either, "description": text}}


def unknown_value(known: Iterable[str]) -> Schema:
    return {"type": "string", "not": {"enum": list(known)}}


# -- answers -----------------------------------------------------------------------------------


def components_of(*answers: type[msgspec.Struct]) -> dict[str, Schema]:
    """The components of these answers, and those of the answers inside them, by name."""
    (_, found) = msgspec.json.schema_components(answers, ref_template=f"{_PLACE}{{name}}")
    known = {name: class_of(name, type(answers[0])) for name in found}
    found = {name: _beside_base(known[name], schema) for name, schema in found.items()}
    inside = {name: found.pop(name) for name, cls in known.items() if vars(cls).get("inline")}
    return {name: plain(schema, inside) for name, schema in found.items()}


def class_of(component: str, metaclass: type) -> type[msgspec.Struct]:
    """The answer that is this component. It is the only one of its name, or one would describe the other.

    Others may have the name, such as the records of the client for Python. Where two answers of a name meet,
    msgspec calls each by its module too.
    """
    name = component.rpartition(".")[2]
    answers = (cls for cls in _subclasses(msgspec.Struct) if type(cls) is metaclass)
    first, *others = (cls for cls in answers if cls.__name__ == name)
    if others:
        places = ", ".join(cls.__module__ for cls in (first, *others))
        raise ValueError(f"several answers are called {name}: in {places}")
    return first


def _subclasses(base: type[Any]) -> Iterator[type[Any]]:
    for cls in base.__subclasses__():
        yield cls
        yield from _subclasses(cls)


def _beside_base(cls: type, schema: Schema) -> Schema:
    if not vars(cls).get("extends"):
        return schema
    base: Any = cls.__base__
    own = {name: part for name, part in schema["properties"].items() if name not in base.__struct_fields__}
    return extended(base.__name__, own, [name for name in schema["required"] if name in own])


def plain(schema: Any, inside: Mapping[str, Schema]) -> Any:
    """As generators like it: no titles, null beside a single type, only a text beside a reference.

    Beside the reference to an answer the text stands as drf-spectacular writes it, around an `allOf`.
    """
    if isinstance(schema, list):
        return [plain(part, inside) for part in schema]
    if not isinstance(schema, dict):
        return schema
    shown = {name: part for name, part in schema.items() if name != "title" or not isinstance(part, str)}
    return _plain({name: plain(part, inside) for name, part in shown.items() if part != []}, inside)


def _plain(found: Any, inside: Mapping[str, Schema]) -> Any:
    match found:
        case {"$ref": str() as place} if place.removeprefix(_PLACE) in inside:
            return {**plain(inside[place.removeprefix(_PLACE)], inside), **_text(found)}
        case {"$ref": place, "description": text} if DERIVED not in found:
            return {"allOf": [{"$ref": place}], "description": text}
        case {"$ref": place}:
            return {"$ref": place, **_text(found)}
        case {"anyOf": [{"type": str() as kind, **more}, {"type": "null"}], **rest}:
            return {**rest, **more, "type": [kind, "null"]}
        case {"enum": values} if "type" not in found:  # of a Literal or a tag
            return {"type": "string", **_text(found), WORDS: values}
    return found


def _text(schema: Schema) -> Schema:
    return {name: part for name, part in schema.items() if name == "description"}
