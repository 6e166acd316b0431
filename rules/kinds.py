"""What a field of an action or an event can hold: everything about one kind of value stands here, once.

A new kind is one entry of `KINDS`; the codec, the notation and the API ask the kind, never the type hint.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

MAX_NUMBER: Final = 2**53 - 1
SURROGATE: Final = re.compile("[\ud800-\udfff]")  # half a character: JSON can spell it, UTF-8 cannot


@dataclass(frozen=True, slots=True)
class FieldKind:
    name: str  # as the API says it
    words: str  # as a refusal says it
    accepts: Callable[[Any], bool]
    write: Callable[[Any], str] = str  # into the notation of an action
    parse: Callable[[str], Any] = str  # out of it; raises ValueError
    pattern: str = r"\S+"  # of it
    is_listed: bool = False  # JSON gives a list, the field holds a tuple
    is_optional: bool = False  # None is left out of what is stored


def _is_number(value: object) -> bool:
    """One that every reader of JSON can hold; much larger ones cannot even be written in a refusal."""
    return type(value) is int and -MAX_NUMBER <= value <= MAX_NUMBER


def _is_text(value: object) -> bool:
    return type(value) is str and (value.isascii() or not SURROGATE.search(value))


def _are_texts(value: object) -> bool:
    return type(value) is tuple and all(map(_is_text, value))


def _are_numbers(value: object) -> bool:
    return type(value) is tuple and all(map(_is_number, value))


def _joined(values: tuple[object, ...]) -> str:
    return "+".join(map(str, values)) or "-"


def _parted(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split("+"))


NUMBER: Final = FieldKind("integer", "a whole number", _is_number, parse=int, pattern=r"-?\d+")
TEXT: Final = FieldKind("string", "text", _is_text)
OPTIONAL_TEXT: Final = FieldKind(
    "string", "text", lambda value: value is None or _is_text(value), is_optional=True
)
TEXTS: Final = FieldKind(
    "array of strings", "a list of texts", _are_texts, write=_joined, parse=_parted, is_listed=True
)
NUMBERS: Final = FieldKind("array of integers", "a list of whole numbers", _are_numbers, is_listed=True)
OBJECT: Final = FieldKind("object", "an object", lambda value: type(value) is dict)
OPTIONAL_OBJECT: Final = FieldKind(
    "object", "an object", lambda value: value is None or type(value) is dict, is_optional=True
)
OBJECTS: Final = FieldKind(
    "array of objects", "a list of objects", lambda value: type(value) is tuple, is_listed=True
)

KINDS: Final[dict[Any, FieldKind]] = {
    int: NUMBER,
    str: TEXT,
    str | None: OPTIONAL_TEXT,
    tuple[str, ...]: TEXTS,
    tuple[int, ...]: NUMBERS,
    dict[str, int]: OBJECT,
    dict[str, int] | None: OPTIONAL_OBJECT,
    dict[str, str]: OBJECT,
    dict[str, dict[str, int]]: OBJECT,
    tuple[dict[str, Any], ...]: OBJECTS,
}
