"""Changes that a fuzzer of bytes hardly finds: of values in JSON, of whole lines, and of their number."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

from proof.chain import link
from rules.table.fold import NOTHING_BEFORE
from tests.support.hostile_exports import PAINT

ODD: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2**31, 2**53 - 1, 2**53, 10**30, 1.5, 1e999),
    *("", "x", "0", "constructor", "__proto__", "length", "\ud800", PAINT, "x" * 2000),
    *([], {}, [[]], {"x": {}}, [0] * 300, ["x", "y"] * 300),
    *("9999-99-99T99:99:99.999999Z", "2026-02-29T18:00:00.000000Z", "00" * 32),
)


def mutated(data: bytes, longest: int, chance: random.Random) -> bytes:
    """Another input: a value of one line is replaced, or lines are doubled, dropped, moved or repeated."""
    change = chance.choice(CHANGES)
    return change(data, longest, chance)[:longest]


def _with_value(data: bytes, longest: int, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    begin, text = _parted(lines[at])
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return _with_lines(data, longest, chance)
    lines[at] = begin + json.dumps(_changed(told, chance)).encode()
    return _rechained(lines) if at and chance.random() < 0.5 else b"\n".join(lines)


def _parted(line: bytes) -> tuple[bytes, bytes]:
    """What stands before an object, such as the byte that says what kind of input this is, and the object."""
    at = line.find(b"{")
    return (line[:at], line[at:]) if at in (0, 1) else (b"", line)


def _changed(value: Any, chance: random.Random) -> Any:
    """One value in it is another: an odd one, or one from elsewhere in it."""
    places = list(_places(value))
    if not places:
        return chance.choice(ODD)
    holder, name = chance.choice(places)
    other, its_name = chance.choice(places)
    holder[name] = deepcopy(other[its_name]) if chance.random() < 0.3 else chance.choice(ODD)
    return value


def _places(value: Any) -> Any:
    if isinstance(value, (dict, list)):
        for name in value if isinstance(value, dict) else range(len(value)):
            yield value, name
            yield from _places(value[name])


def _with_member_twice(data: bytes, longest: int, chance: random.Random) -> bytes:
    at = [place for place, byte in enumerate(data) if byte == ord("{")]
    if not at:
        return _with_lines(data, longest, chance)
    place = chance.choice(at) + 1
    end = data.find(b",", place)
    return data[:place] + data[place : end + 1] + data[place:]


def _with_lines(data: bytes, longest: int, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(3):
        case 0:
            lines.insert(to, lines[at])
        case 1:
            del lines[at]
        case _:
            lines[at], lines[to] = lines[to], lines[at]
    return b"\n".join(lines)


def _repeated(data: bytes, longest: int, chance: random.Random) -> bytes:
    """A piece of it as often as there is room: this is how cost that grows faster than its input shows."""
    begin = chance.randrange(len(data) + 1)
    piece = data[begin : begin + chance.choice((1, 2, 7, 50, 400))] or b"["
    return data[:begin] + piece * ((longest - len(data)) // len(piece)) + data[begin:]


def _rechained(lines: list[bytes]) -> bytes:
    """As whoever forges a log would: with hashes that fit."""
    try:
        entries = [json.loads(line) for line in lines if line.strip()]
        before = NOTHING_BEFORE
        for entry in entries[1:]:
            entry["prev"], entry["hash"] = before, link(before, entry)
            before = entry["hash"]
        entries[0] |= {"hash": before, "version": len(entries) - 1}
        return b"\n".join(json.dumps(entry).encode() for entry in entries)
    except (ValueError, TypeError, KeyError, RecursionError, AttributeError, IndexError):
        return b"\n".join(lines)


CHANGES = (_with_value, _with_value, _with_value, _with_member_twice, _with_lines, _repeated)
