"""Reads the action in a request body, and its signature. What is malformed is refused field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from games.http.bodies import Body, Pattern, unknown_fields
from games.json_schema import ref
from games.log.entries import Signature
from rules import Action, read_action
from rules.actions import ACTIONS
from rules.declare import Shape

MAX_ITEMS: Final = 50  # cards or tickets in one action
MAX_TEXT: Final = 64  # characters of an id


class SignatureBody(Body):
    after = Pattern(r"^[0-9a-f]{64}\Z", "the hash of an entry: 64 hexadecimal digits")
    value = Pattern(
        r"^[A-Za-z0-9_-]{85}[AQgw]\Z", "64 bytes in base64url without padding: 86 characters in one spelling"
    )


@extend_schema_field(ref("MoveSignatureRequest"))
class SignatureField(serializers.JSONField):
    """The player's own signature. Whether it holds is checked with the action."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        form = SignatureBody(data=data)
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)


class SignedBody(Body):
    signature = SignatureField(required=False)


def pop_signature(body: dict[str, Any]) -> Signature | None:
    """Takes `signature` out of an action."""
    if "signature" not in body:
        return None
    form = SignedBody(data={"signature": body.pop("signature")})
    form.is_valid(raise_exception=True)
    found: Signature = form.validated_data["signature"]
    return found


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
