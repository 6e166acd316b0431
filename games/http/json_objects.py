"""JSON objects in requests and responses."""

from __future__ import annotations

import codecs
import json
import math
from collections.abc import Mapping
from typing import Any, Final

from rules.strict_json import check_characters, members_once

MAX_SHOWN: Final = 64  # characters of a client's own words that an error repeats
MAX_DIGITS: Final = 400  # of a number: more take Python quadratic time, and fit nothing


def without_none(members: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out members without a value."""
    return {name: value for name, value in members.items() if value is not None}


def shortened(words: str, most: int = MAX_SHOWN) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"


def read_json(raw: bytes) -> Any:
    """Strict, and in one pass: UTF-8, each member once, finite numbers. A ValueError gives the reason."""
    if raw.startswith(codecs.BOM_UTF8):
        raise ValueError("it begins with a byte order mark, which JSON does not have")
    try:
        text = raw.decode()
        found = _DECODER.decode(text)
        check_characters(text, found)
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start} is not UTF-8") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return found


def _whole(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"a number has more than {MAX_DIGITS} digits")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{shortened(text)} is not a finite number")
    return number


_DECODER: Final = json.JSONDecoder(
    parse_int=_whole, parse_float=_finite, parse_constant=_finite, object_pairs_hook=members_once
)
