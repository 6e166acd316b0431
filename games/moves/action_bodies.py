"""Reads the action in a request body. A malformed one is refused field by field, like any other body."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rest_framework.exceptions import ErrorDetail, ValidationError

from games.http.bodies import unknown_fields
from rules import Action, read_action
from rules.actions import ACTIONS
from rules.declare import Shape

MAX_ITEMS: Final = 50  # cards or tickets in one action
MAX_TEXT: Final = 64  # characters of an id


def action_of(body: Any, seat: int) -> Action:
    """The seat is always the caller's; a body cannot name one."""
    if not isinstance(body, dict):
        raise ValidationError([ErrorDetail("This must be an object.", "type")])
    shape = ACTIONS.by_name.get(body["type"]) if isinstance(body.get("type"), str) else None
    if shape is None:
        raise ValidationError({"type": [_wrong_type(body)]})
    if errors := dict(_errors(body, shape)):
        raise ValidationError(errors)
    return read_action({**body, "seat": seat})


def _wrong_type(body: dict[str, Any]) -> ErrorDetail:
    if "type" not in body:
        return ErrorDetail("This field is required.", "required")
    return ErrorDetail(f"This must be one of {', '.join(sorted(ACTIONS.by_name))}.", "invalid_choice")


def _errors(body: dict[str, Any], shape: Shape) -> Iterator[tuple[str, list[ErrorDetail]]]:
    known = {name: kind for name, kind in shape.kinds.items() if name != "seat"}
    yield from unknown_fields(name for name in body if name not in known and name != "type").items()
    for name, kind in known.items():
        if name not in body:
            if name not in shape.optional:
                yield name, [ErrorDetail("This field is required.", "required")]
        elif body[name] is None or not kind.accepts(_tuples(body[name])):
            yield name, [ErrorDetail(f"This must be {kind.words}.", "type")]
        elif _is_long(body[name]):
            yield name, [ErrorDetail("This is longer than anything in the game.", "max_length")]


def _is_long(value: Any) -> bool:
    """A refusal repeats what was asked for, so it has to be short."""
    if isinstance(value, list):
        return len(value) > MAX_ITEMS or any(map(_is_long, value))
    return isinstance(value, str) and len(value) > MAX_TEXT


def _tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
