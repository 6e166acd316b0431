"""One line for an action or an event, that a person can read and a program can parse back.

Each record class says how it is written: `{seat}: claim {route} with {cards}`. What stands in square
brackets is left out when its field is None. `?` is a value the reader may not know.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from rules.actions import ACTIONS, Action
from rules.declare import HIDDEN, Registry, Shape
from rules.events.base import EVENTS, Event


class NotNotation(ValueError):
    """The line is no action and no event."""


def write_action(action: Action) -> str:
    return _write(action, ACTIONS.shapes[type(action)])


def write_event(event: Event) -> str:
    return _write(event, EVENTS.shapes[type(event)])


def parse_action(line: str) -> Action:
    action: Action = _parse(line, ACTIONS)
    return action


def parse_event(line: str) -> Event:
    event: Event = _parse(line, EVENTS)
    return event


def _write(record: Any, shape: Shape) -> str:
    template = record.notation
    for optional, name in re.findall(r"(\[[^\]]*\{(\w+)\}\])", template):
        kept = optional[1:-1] if getattr(record, name) is not None else ""
        template = template.replace(optional, kept)
    values = {name: _text(getattr(record, name), kind) for name, kind in shape.types.items()}
    return str(template.format(**values))


def _text(value: Any, kind: str) -> str:
    if value is HIDDEN:
        return "?"
    if kind in ("int", "str") or kind.endswith("None"):
        return str(value)
    if kind.startswith(("tuple[str", "tuple[int")):
        return "+".join(map(str, value)) or "-"
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def _parse(line: str, registry: Registry) -> Any:
    for shape in registry.by_name.values():
        if found := _pattern(shape).fullmatch(line):
            return _read(line, shape, found.groupdict())
    raise NotNotation(f"not the notation of any {registry.sort}: {line!r}")


def _read(line: str, shape: Shape, found: dict[str, str | None]) -> Any:
    given = {name: text for name, text in found.items() if text is not None}
    try:
        return shape.cls(**{name: _value(text, shape.types[name]) for name, text in given.items()})
    except ValueError as error:  # no JSON, or a number too long to be one
        raise NotNotation(f"not the notation of {shape.name}: {line!r}") from error


@cache
def _pattern(shape: Shape) -> re.Pattern[str]:
    pattern = re.escape(shape.cls.notation).replace(r"\{", "{").replace(r"\}", "}")
    pattern = re.sub(r"\\\[(.*?)\\\]", r"(?:\1)?", pattern)
    return re.compile(re.sub(r"\{(\w+)\}", lambda m: _group(m[1], shape.types[m[1]]), pattern))


def _group(name: str, kind: str) -> str:
    inside = {"int": r"-?\d+|\?", "tuple[dict[str, Any], ...]": ".+"}.get(kind, r"\S+")
    return f"(?P<{name}>{inside})"


def _value(text: str, kind: str) -> Any:
    if text == "?":
        return HIDDEN
    if kind == "int":
        return int(text)
    if kind == "str" or kind.endswith("None"):
        return text
    if kind.startswith("tuple[str"):
        return () if text == "-" else tuple(text.split("+"))
    if kind.startswith("tuple[int"):
        return () if text == "-" else tuple(map(int, text.split("+")))
    value = json.loads(text)
    return tuple(value) if isinstance(value, list) else value
