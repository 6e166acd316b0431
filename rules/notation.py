"""One line for an action, that a person can read and a program can parse back.

Each action class says how it is written: `{seat}: claim {route} with {cards}`. What stands in square
brackets is left out when its field is None.
"""

from __future__ import annotations

import re
from functools import cache

from rules.actions import ACTIONS, Action
from rules.declare import Shape


class NotNotation(ValueError):
    """The line is no action."""


def write_action(action: Action) -> str:
    shape = ACTIONS.shapes[type(action)]
    template = action.notation
    for optional, name in re.findall(r"(\[[^\]]*\{(\w+)\}\])", template):
        kept = optional[1:-1] if getattr(action, name) is not None else ""
        template = template.replace(optional, kept)
    return template.format(**{name: shape.kinds[name].write(getattr(action, name)) for name in shape.fields})


def parse_action(line: str) -> Action:
    for shape in ACTIONS.by_name.values():
        if found := _pattern(shape).fullmatch(line):
            return _read(line, shape, found.groupdict())
    raise NotNotation(f"not the notation of any action: {line!r}")


def _read(line: str, shape: Shape, found: dict[str, str | None]) -> Action:
    given = {name: text for name, text in found.items() if text is not None}
    try:
        action: Action = shape.cls(**{name: shape.kinds[name].parse(text) for name, text in given.items()})
    except ValueError as error:  # a number too long to be one
        raise NotNotation(f"not the notation of {shape.name}: {line!r}") from error
    return action


@cache
def _pattern(shape: Shape) -> re.Pattern[str]:
    pattern = re.escape(shape.cls.notation).replace(r"\{", "{").replace(r"\}", "}")
    pattern = re.sub(r"\\\[(.*?)\\\]", r"(?:\1)?", pattern)
    return re.compile(re.sub(r"\{(\w+)\}", lambda m: f"(?P<{m[1]}>{shape.kinds[m[1]].pattern})", pattern))
