"""Strict reading of request bodies and query strings: known fields only, and in a body the exact JSON types.

REST framework coerces (the string "1" to a number, 1 to true), which would hide mistakes of a client.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from itertools import islice
from typing import Any, Final, TypeVar

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request

S = TypeVar("S", bound="Known")
Field = serializers.Field[Any, Any, Any, Any]

MAX_ERRORS: Final = 20  # in one answer
MAX_ITEMS: Final = 500  # of a list or an object, unless its field says otherwise

_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,6})?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
# The first match counts.
_JSON_TYPES: tuple[tuple[type, tuple[type, ...], str], ...] = (
    (serializers.ListSerializer, (list,), "a list"),
    (serializers.BaseSerializer, (dict,), "an object"),
    (serializers.DictField, (dict,), "an object"),
    (serializers.JSONField, (dict,), "an object"),
    (serializers.ListField, (list,), "a list"),
    (serializers.MultipleChoiceField, (list,), "a list"),
    (serializers.BooleanField, (bool,), "true or false"),
    (serializers.IntegerField, (int,), "a whole number"),
    (serializers.FloatField, (int, float), "a number"),
    (serializers.Field, (str,), "text"),
)


class InvalidQuery(ValidationError):
    """Invalid query parameters."""

    place = "query"


class InvalidHeader(ValidationError):
    """Invalid headers."""

    place = "header"


class Known(serializers.Serializer[Any]):
    """Refuses unknown fields by name."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and (errors := self.find_errors(data)):
            raise ValidationError(errors)
        return super().to_internal_value(data)

    def find_errors(self, data: Mapping[str, Any]) -> dict[str, list[ErrorDetail]]:
        unknown = (name for name in data if name not in self.fields or self.fields[name].read_only)
        return unknown_fields(unknown)


class Query(Known):
    """A query string. All its values are strings, so the fields convert them."""


class Body(Known):
    """A JSON body."""

    def find_errors(self, data: Mapping[str, Any]) -> dict[str, list[ErrorDetail]]:
        errors = super().find_errors(data)
        for name, field in self.fields.items():
            if name in data and (error := _error_of(field, data[name])):
                errors[name] = [error]
        return errors


class Several(serializers.ListField):
    """A list that is checked until as many of its items are wrong as an answer tells of."""

    def run_child_validation(self, data: Any) -> list[Any]:
        found: list[Any] = []
        errors: dict[Any, Any] = {}
        for place, item in enumerate(data):
            try:
                found.append(self.child.run_validation(item))
            except ValidationError as error:
                errors[place] = error.detail
                if len(errors) == MAX_ERRORS:
                    break
        if errors:
            raise ValidationError(errors)
        return found


class NoBody(Body):
    """An operation without fields: the body is empty or an empty object."""


class NoQuery(Query):
    """An operation without query parameters."""


class Pattern(serializers.RegexField):
    """Text of a certain form. Its errors describe the form in words, for people do not read patterns."""

    def __init__(self, regex: str, form: str, **more: Any) -> None:
        words = f"This must be {form}."
        super().__init__(
            regex, trim_whitespace=False, error_messages={"invalid": words, "blank": words}, **more
        )


class Time(serializers.DateTimeField):
    """An RFC 3339 time: date, time and offset are all required."""

    def to_internal_value(self, value: Any) -> datetime:
        if not _RFC_3339.fullmatch(value):
            self.fail("invalid", format="2026-01-31T18:00:00Z")
        found: datetime = super().to_internal_value(value.upper())  # RFC 3339 allows `t` and `z`
        return found


def unknown_fields(names: Iterable[str]) -> dict[str, list[ErrorDetail]]:
    """An error for each, up to as many as an answer tells of."""
    return {str(name): [ErrorDetail("Unknown field.", "unknown")] for name in islice(names, MAX_ERRORS)}


def _error_of(field: Field, value: Any) -> ErrorDetail | None:
    """Counts before it looks: of a list that is too long, no item is checked."""
    if isinstance(field, serializers.ListField | serializers.DictField) and type(value) in (list, dict):
        most = getattr(field, "max_length", None) or MAX_ITEMS
        if len(value) > most:
            return ErrorDetail(f"This must have at most {most} items.", "max_length")
    words = _misfit(field, value)
    return ErrorDetail(f"This must be {words}.", "type") if words else None


def _misfit(field: Field, value: Any) -> str | None:
    """The expected type, or None if the value has it. Nested values are checked too."""
    if value is None:
        return None  # the field itself decides whether null is allowed
    types, words = next((types, words) for cls, types, words in _JSON_TYPES if isinstance(field, cls))
    if type(value) not in types:
        return f"{words}, for example {{}}" if _may_be_empty(field) else words
    inner = getattr(field, "child", None)
    if inner is None:
        return None
    items = value.values() if type(value) is dict else value
    found = next((wrong for item in items if (wrong := _misfit(inner, item))), None)
    return f"{words} of which each is {found}" if found else None


def _may_be_empty(field: Field) -> bool:
    return isinstance(field, Body) and not any(inner.required for inner in field.fields.values())


def read_body(cls: type[S], request: Request, **more: Any) -> dict[str, Any]:
    return _read(cls(data=request.data, **more))


def read_query(cls: type[S], request: Request) -> dict[str, Any]:
    """A repeated parameter is refused: Django would silently drop all but one."""
    if not request.query_params:
        return dict(_defaults(cls))
    twice = (name for name, values in request.query_params.lists() if len(values) > 1)
    if found := list(islice(twice, MAX_ERRORS)):
        raise InvalidQuery(
            {name: [ErrorDetail("This parameter was given more than once.", "twice")] for name in found}
        )
    try:
        return _read(cls(data=request.query_params.dict()))
    except ValidationError as error:
        raise InvalidQuery(error.detail) from None


@cache
def _defaults(cls: type[S]) -> dict[str, Any]:
    """The values of an empty query string, computed once."""
    return _read(cls(data={}))


def _read(serializer: Known) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    found: dict[str, Any] = serializer.validated_data
    return found
