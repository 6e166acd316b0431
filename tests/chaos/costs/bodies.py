"""Bodies that are dear to read, as large as the limit lets them be."""

from __future__ import annotations

import json
from typing import Final


def _unknown_members(size: int) -> bytes:
    return json.dumps({f"{number:x}": 0 for number in range(size // 12)}).encode()[:size]


def _doubled(size: int) -> bytes:
    names = [f'"{number:x}":0' for number in range(size // 11)]
    return ("{" + ",".join([*names, names[-1]]) + "}").encode()


def _nested(size: int) -> bytes:
    return b'{"name":' + b"[" * (size // 2 - 8) + b"]" * (size // 2 - 8) + b"}"


def _members(size: int) -> bytes:
    """Members that many operations know, each much too long."""
    lists = {name: [0] * (size // 15) for name in ("kinds", "bots", "scopes", "redirect_uris", "tickets")}
    texts = dict.fromkeys(("name", "text", "url", "ruleset", "type"), "x" * (size // 15))
    return json.dumps(lists | texts).encode()[:size]


def _lines(size: int) -> bytes:
    return b"{}\n" * (size // 3)


def _digits(size: int) -> bytes:
    return b'{"seats":' + b"9" * (size - 16) + b"}"


def _escapes(size: int) -> bytes:
    return b'{"name":"' + b"\\u00e9" * (size // 6 - 3) + b'"}'


def _floats(size: int) -> bytes:
    return b'{"seats":[' + b",".join([b"1e300"] * (size // 6 - 4)) + b"]}"


BODIES: Final = {
    "unknown members": _unknown_members,
    "doubled member": _doubled,
    "nested": _nested,
    "known members": _members,
    "lines": _lines,
    "digits": _digits,
    "escapes": _escapes,
    "floats": _floats,
}
