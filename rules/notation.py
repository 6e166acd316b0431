"""One line for an action, that a person can read and a program can parse back.

Each action says how it is written: `{seat}: claim {route} with {cards}`. What stands in square brackets
is left out when its field is None. `?` is a value the reader may not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from rules.actions import ACTIONS, Action
from rules.declare import HIDDEN, Shape
from rules.kinds import NUMBER, OPTIONAL_TEXT, TEXT, TEXTS, FieldKind

HIDDEN_MARK: Final = "?"


class NotNotation(ValueError):
    """The line is no action."""


@dataclass(frozen=True, slots=True)
class Spelling:
    write: Callable[[Any], str] = str
    parse: Callable[[str], Any] = str  # raises ValueError
    pattern: str = r"\S+"


def _joined(values: tuple[str, ...]) -> str:
    return "+".join(values) or "-"


def _parted(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split("+"))


SPELLINGS: Final[dict[FieldKind, Spelling]] = {
    NUMBER: Spelling(parse=int, pattern=r"-?\d+"),
    TEXT: Spelling(),
    OPTIONAL_TEXT: Spelling(),
    TEXTS: Spelling(_joined, _parted),
}


def write_action(action: Action) -> str:
    shape, template = ACTIONS.shapes[type(action)], action.notation
    for optional, name in re.findall(r"(\[[^\]]*\{(\w+)\}\])", template):
        kept = optional[1:-1] if getattr(action, name) is not None else ""
        template = template.replace(optional, kept)
    values = {name: getattr(action, name) for name in shape.fields}
    return template.format(**{name: _written(value, shape.kinds[name]) for name, value in values.items()})


def _written(value: Any, kind: FieldKind) -> str:
    return HIDDEN_MARK if value is HIDDEN else SPELLINGS[kind].write(value)


def parse_action(line: str) -> Action:
    for shape in ACTIONS.by_name.values():
        if found := _pattern(shape).fullmatch(line):
            return _read(line, shape, found.groupdict())
    raise NotNotation(f"not the notation of any action: {line!r}")


def _read(line: str, shape: Shape, found: dict[str, str | None]) -> Action:
    given = {name: text for name, text in found.items() if text is not None}
    try:
        action: Action = shape.cls(**{name: _value(text, shape.kinds[name]) for name, text in given.items()})
    except ValueError as error:  # a number too long to be one
        raise NotNotation(f"not the notation of {shape.name}: {line!r}") from error
    return action


@cache
def _pattern(shape: Shape) -> re.Pattern[str]:
    pattern = re.escape(shape.cls.notation).replace(r"\{", "{").replace(r"\}", "}")
    pattern = re.sub(r"\\\[(.*?)\\\]", r"(?:\1)?", pattern)
    return re.compile(re.sub(r"\{(\w+)\}", lambda m: _group(m[1], shape.kinds[m[1]]), pattern))


def _group(name: str, kind: FieldKind) -> str:
    return rf"(?P<{name}>{SPELLINGS[kind].pattern}|\?)"


def _value(text: str, kind: FieldKind) -> Any:
    return HIDDEN if text == HIDDEN_MARK else SPELLINGS[kind].parse(text)
