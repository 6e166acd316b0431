"""One line for an action or an event, that a person can read and a program can parse back.

Each record class says how it is written: `{seat}: claim {route} with {cards}`. What stands in square
brackets is left out when its field is None. `?` is a value the reader may not know.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from rules.actions import ACTIONS, Action
from rules.declare import HIDDEN, Registry, Shape
from rules.events.base import EVENTS, Event
from rules.kinds import FieldKind

HIDDEN_MARK: Final = "?"


class NotNotation(ValueError):
    """The line is neither an action nor an event."""


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
    values = {name: getattr(record, name) for name in shape.fields}
    texts = {name: HIDDEN_MARK if v is HIDDEN else shape.kinds[name].write(v) for name, v in values.items()}
    return str(template.format(**texts))


def _parse(line: str, registry: Registry) -> Any:
    for shape in registry.by_name.values():
        if found := _pattern(shape).fullmatch(line):
            return _read(line, shape, found.groupdict())
    raise NotNotation(f"not the notation of any {registry.sort}: {line!r}")


def _read(line: str, shape: Shape, found: dict[str, str | None]) -> Any:
    given = {name: text for name, text in found.items() if text is not None}
    try:
        return shape.cls(**{name: _value(text, shape.kinds[name]) for name, text in given.items()})
    except ValueError as error:  # no JSON, or a number too long to be one
        raise NotNotation(f"not the notation of {shape.name}: {line!r}") from error


@cache
def _pattern(shape: Shape) -> re.Pattern[str]:
    pattern = re.escape(shape.cls.notation).replace(r"\{", "{").replace(r"\}", "}")
    pattern = re.sub(r"\\\[(.*?)\\\]", r"(?:\1)?", pattern)
    return re.compile(re.sub(r"\{(\w+)\}", lambda m: _group(m[1], shape.kinds[m[1]]), pattern))


def _group(name: str, kind: FieldKind) -> str:
    return rf"(?P<{name}>{kind.pattern}|\?)"


def _value(text: str, kind: FieldKind) -> Any:
    return HIDDEN if text == HIDDEN_MARK else kind.parse(text)
