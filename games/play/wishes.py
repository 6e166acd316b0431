"""Reads the action in a request body. A malformed one is refused field by field, like any other body."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rest_framework.exceptions import ErrorDetail, ValidationError

from rules import Action, read_action
from rules.actions import ACTIONS
from rules.declare import Shape


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
    for name in body.keys() - known.keys() - {"type"}:
        yield str(name), [ErrorDetail("Unknown field.", "unknown")]
    for name, kind in known.items():
        if name not in body:
            if name not in shape.optional:
                yield name, [ErrorDetail("This field is required.", "required")]
        elif body[name] is None or not kind.accepts(_tuples(body[name])):
            yield name, [ErrorDetail(f"This must be {kind.words}.", "type")]


def _tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
