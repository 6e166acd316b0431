"""JSON as logs, receipts and manifests hold it, and as every program reads it alike.

Of two members with one name some programs take the first and some the last; fractions and numbers beyond 2⁵³
are rounded by some; half a surrogate pair is no character. So all of these are refused.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from rules.kinds import MAX_NUMBER

BLANKS: Final = " \t\r\n"  # around a value, as JSON allows them
MOST_DEPTH: Final = 32
TOO_DEEP: Final = f"nested more than {MOST_DEPTH} deep"
MOST_DIGITS: Final = 17  # with a sign
LONGEST_NAME: Final = 64  # characters of a member's name in an error


class NotStrict(ValueError):
    """The text is not a JSON object of this kind."""


class DuplicateMember(NotStrict):
    """Two members of one object have the same name."""


def read_object(text: str) -> dict[str, Any]:
    """Raises NotStrict."""
    text = text.strip(BLANKS)
    try:
        found, end = _decode(text)
    except NotStrict:
        raise
    except ValueError:
        raise NotStrict("not JSON of texts and whole numbers") from None
    except RecursionError:
        raise NotStrict(TOO_DEEP) from None
    if end != len(text):
        raise NotStrict("more than one value")
    if type(found) is not dict:
        raise NotStrict("not an object")
    if text.count("{") + text.count("[") > MOST_DEPTH:
        _check_depth(found)
    check_characters(text, found)
    return found


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(MOST_DEPTH):
        parts = (part for one in level for part in (one.values() if type(one) is dict else one))
        level = [part for part in parts if type(part) is dict or type(part) is list]
        if not level:
            return
    raise NotStrict(TOO_DEEP)


def check_characters(text: str, value: Any) -> None:
    """Raise NotStrict if the value, read from this text, has half a surrogate pair: no UTF-8 can hold it."""
    if "\\u" not in text and text.isascii():
        return
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise NotStrict("half a character: a surrogate without its other half") from None


def members_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An `object_pairs_hook` for `json` that raises DuplicateMember."""
    members = dict(pairs)
    if len(members) != len(pairs):
        twice = json.dumps(_first_double(pairs)[:LONGEST_NAME])
        raise DuplicateMember(f"the member {twice} occurs more than once in one object")
    return members


def _first_double(pairs: Sequence[tuple[str, Any]]) -> str:
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            break
        seen.add(name)
    return name


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS or abs(number := int(text)) > MAX_NUMBER:
        raise NotStrict("a number beyond 2^53")
    return number


def _no_fraction(text: str) -> None:
    """Two programs may write the same fraction differently, so a log holds none."""
    raise NotStrict("a number that is not whole")


# Made once: `json.loads` makes a new decoder for each line, which takes as long as reading it. `decode` looks
# for blanks around the value with two regular expressions; there are none.
_decode = json.JSONDecoder(
    parse_float=_no_fraction, parse_constant=_no_fraction, parse_int=_whole, object_pairs_hook=members_once
).raw_decode
