"""Objects in bodies and answers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any


def without_none(members: Mapping[str, Any]) -> dict[str, Any]:
    """What is not known is left out, not null."""
    return {name: value for name, value in members.items() if value is not None}


class DuplicateMember(ValueError):
    """Programs differ in which of two members with one name they take, so neither is taken."""


def members_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An `object_pairs_hook` for `json.loads`: an object whose members all have different names."""
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise DuplicateMember(f"the member {json.dumps(twice)} occurs more than once in one object")
    return members
