"""JSON objects in requests and responses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any


def without_none(members: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out members without a value."""
    return {name: value for name, value in members.items() if value is not None}


class DuplicateMember(ValueError):
    """Parsers disagree on which of two members with one name counts, so the object is refused."""


def members_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An `object_pairs_hook` for `json.loads` that raises on duplicate member names."""
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise DuplicateMember(f"the member {json.dumps(twice)} occurs more than once in one object")
    return members
