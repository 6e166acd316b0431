"""Actions and events to and from plain dicts: stable names, strict types, nothing left over.

A plain dict is what JSON holds: `{"type": "card_taken", "v": 1, "seat": 0, "card": "red", ...}`.
Fields that are hidden, or None, are absent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from rules.actions import ACTIONS, Action
from rules.declare import HIDDEN, Registry, Shape
from rules.events.base import EVENTS, Event, as_plain
from rules.kinds import FieldKind
from rules.refusals import Malformed
from rules.state import State
from rules.upcasts import upcast

Plain = dict[str, Any]


class UnreadableEvent(ValueError):
    """A stored dict that is not an event of its version."""


# -- writing -----------------------------------------------------------------------------------


def plain_action(action: Action) -> Plain:
    shape = ACTIONS.shapes[type(action)]
    return {"type": shape.name, **_plain_fields(action, shape.fields)}


def plain_event(event: Event) -> Plain:
    shape = EVENTS.shapes[type(event)]
    return {"type": shape.name, "v": event.v, **_plain_fields(event, shape.fields)}


def split(record: object, shape: Shape) -> tuple[Plain, Plain]:
    """The public fields, and those that only some may read."""
    return _plain_fields(record, shape.shown), _plain_fields(record, shape.hidden)


def _plain_fields(record: object, names: Iterable[str]) -> Plain:
    values = ((name, getattr(record, name)) for name in names)
    return {name: as_plain(v) for name, v in values if v is not None and v is not HIDDEN}


# -- reading -----------------------------------------------------------------------------------


def read_action(plain: object) -> Action:
    """The action a dict stands for; raises Malformed with what is wrong with it."""
    if not isinstance(plain, dict):
        raise Malformed(problem="not an object")
    shape = _shape(ACTIONS, plain.get("type"))
    given = {key: value for key, value in plain.items() if key != "type"}
    if unknown := sorted(ascii(key) for key in given.keys() - shape.kinds.keys()):
        raise Malformed(problem=f"unknown field {', '.join(unknown)}")
    if missing := sorted(shape.kinds.keys() - shape.optional.keys() - given.keys()):
        raise Malformed(problem=f"missing field {', '.join(missing)}")
    action: Action = shape.cls(**{key: _tuples(value) for key, value in given.items()})
    check_types(action)
    return action


def read_event(plain: Mapping[str, Any]) -> Event:
    """The event a stored dict stands for, brought up to its newest version."""
    return read_fields(plain["type"], plain["v"], plain)


def read_fields(name: str, version: int, fields: Mapping[str, Any]) -> Event:
    """The same for a caller that has type and version apart."""
    newest, build, hidden = READERS[name]
    if version != newest:
        fields = upcast(name, version, fields)
    try:
        return build(fields)
    except KeyError:
        redacted = {**dict.fromkeys(hidden, HIDDEN), **fields}
    try:  # what may be hidden may be absent, what is public may not
        return build(redacted)
    except KeyError as missing:
        raise UnreadableEvent(f"{name} lacks {missing.args[0]}") from None


def replay(events: Iterable[Event]) -> State:
    """The state that the events add up to. Needs no ruleset, no board, no chance."""
    state = State()
    for event in events:
        event.fold(state)
    return state


def _shape(registry: Registry, name: object) -> Shape:
    shape = registry.by_name.get(name) if isinstance(name, str) else None
    if shape is None:
        known = ", ".join(sorted(registry.by_name))
        raise Malformed(problem=f"type must be one of {known}")
    return shape


def _tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


# -- types -------------------------------------------------------------------------------------


def check_types(action: Action) -> None:
    """Refuse an action whose fields are not what they are declared to be."""
    shape = ACTIONS.shapes[type(action)]
    for name, kind in shape.kinds.items():
        if not kind.accepts(getattr(action, name, ...)):  # a field may never have been set
            raise Malformed(problem=f"{name} is not {kind.words}")


# -- building events fast ----------------------------------------------------------------------

Reader = tuple[int, Callable[[Mapping[str, Any]], Event], tuple[str, ...]]


class _Readers(dict[str, Reader]):
    """By stable name: the newest version, a function that builds the event, its fields.

    The function is made once and as a single expression, the way dataclasses make theirs, because
    replay calls it for every row: `CardDrawn(row["seat"], row["pile"], row["card"])`.
    """

    def __missing__(self, name: str) -> Reader:
        shape = EVENTS.by_name[name]
        values = ", ".join(_expression(field, kind) for field, kind in shape.kinds.items())
        names = {"event": shape.cls, "listed": _listed}
        build = eval(f"lambda row: event({values})", names)  # noqa: S307 (made of our own field names)
        self[name] = shape.cls.v, build, shape.hidden
        return self[name]


def _expression(field: str, kind: FieldKind) -> str:
    """How a field is read: lists come back as tuples, and what is None was left out."""
    if kind.is_optional:
        return f"row.get({field!r})"
    value = f"row[{field!r}]"
    return f"listed({value})" if kind.is_listed else value


def _listed(value: Any) -> Any:
    return value if value is HIDDEN else tuple(value)


READERS: Final = _Readers()
