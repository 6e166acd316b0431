"""Answers: what a member is called, what it means, when it is absent and what it looks like, in one place.

An answer is a class with a type for each member, the text of the member in `Annotated[…, said("…")]` and one
example. The encoder writes it as it is. The OpenAPI document, and with it the types of both clients, follow
from the class (`games.openapi.extensions.AnswerSchema`). A member that may be absent is `Absent[…]` and
`UNSET` by default; null is a value of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cache
from types import new_class
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    dataclass_transform,
)

import msgspec
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from msgspec import UNSET, Meta, UnsetType, field
from msgspec.structs import fields

from games.json_schema import DERIVED, WORDS, ref

__all__ = ["UNSET", "Meta", "field"]

T = TypeVar("T")
A = TypeVar("A", bound="Answer")
JSON: Final = "application/json"

Absent: TypeAlias = T | UnsetType
Text = Annotated[str, Meta(min_length=1)]
Time = Annotated[datetime, Meta(tz=True)]
Timestamp = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]  # as `timestamp` writes it
Link = Annotated[str, Meta(extra_json_schema={"format": "uri-reference"})]
Id = Annotated[str, Meta(extra_json_schema={"format": "uuid"})]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Count = Annotated[int, Meta(ge=0)]
Reference = Annotated[Link, Meta(min_length=1)]
Double = Annotated[float, Meta(extra_json_schema={"format": "double"})]


def said(text: str, **more: Any) -> Meta:
    """The text of a member for the reference, and bounds of its value."""
    return Meta(description=text, **more)


def component(name: str) -> Meta:
    """The schema of a member is this component, which is derived from the rules or from choices."""
    return Meta(extra_json_schema={**ref(name), DERIVED: True})


def words(values: Iterable[str]) -> Meta:
    """A text is one of these, which are no component."""
    return Meta(extra_json_schema={WORDS: list(values)})


_NEXT: Final = said("Send it as `cursor` to get the next page; null on the last one.")
Next = Annotated[Text | None, _NEXT]
Cursor = Annotated[str | None, _NEXT]


def or_absent(value: T | None) -> T | UnsetType:
    return UNSET if value is None else value


class _Keywords(msgspec.StructMeta):
    """Members are given by name, so that optional ones may stand where they belong."""

    def __new__(mcls, name: str, bases: tuple[type, ...], members: dict[str, Any], **more: Any) -> _Keywords:
        return super().__new__(mcls, name, bases, members, kw_only=True, **more)


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
class Answer(msgspec.Struct, metaclass=_Keywords):
    example: ClassVar[tuple[str, Any] | None] = None  # its name, and an answer of this class
    # In the document an answer is a component. It may instead be described where it is a member, or refer to
    # its base for the members it has from there. Neither is inherited.
    inline: ClassVar[bool] = False
    extends: ClassVar[bool] = False

    @classmethod
    def from_row(cls, row: Any, **more: Any) -> Self:
        """With the members of a row that are not given. What has no value is absent if it may be."""
        found = {name: getattr(row, name) for name in cls.__struct_fields__ if name not in more} | more
        absent = {name for name in _optional(cls) if found[name] is None}
        return cls(**{name: value for name, value in found.items() if name not in absent})


class List(Answer, Generic[T]):
    items: list[T]
    next: Next


def list_of(item: type[A], example: str = "One of them") -> type[List[A]]:
    """The list of these answers, whose example, under this name, has the one of the item."""
    shown = item.example and (example, {"items": [item.example[1]], "next": None})
    members = {"__module__": item.__module__, "example": shown}
    made = new_class(f"{item.__name__}List", (List[item],), exec_body=lambda own: own.update(members))  # type: ignore[valid-type]
    return cast("type[List[A]]", made)


@cache
def _optional(cls: type[Answer]) -> frozenset[str]:
    """The members that may be absent; to find them takes longer than to write an answer."""
    return frozenset(one.name for one in fields(cls) if one.default is UNSET)


def answer(cls: type[Answer], text: str, *examples: tuple[str, Any]) -> OpenApiResponse:
    """An answer of this class, for an operation, with these examples or else the one of the class."""
    own = (cls.example,) if cls.example else ()
    shown = [
        OpenApiExample(name, value, response_only=True, media_type=JSON) for name, value in examples or own
    ]
    return OpenApiResponse(cls, description=text, examples=shown)


class Returned(OpenApiResponse):
    """A response whose text also begins the description of its operation, after "Returns"."""


def returns(cls: type[Answer], text: str, *examples: tuple[str, Any]) -> Returned:
    """As `answer`, for an operation that does no more; the text goes on after "Returns"."""
    found = answer(cls, text[0].upper() + text[1:], *examples)
    return Returned(cls, found.description, found.examples)
