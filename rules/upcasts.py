"""Old events read as new ones: one step per retired version; stored rows are never touched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Step = Callable[[dict[str, Any]], dict[str, Any]]

# (type, version) -> the fields as the next version has them. No version has been retired yet.
STEPS: dict[tuple[str, int], Step] = {}


class UnknownVersion(ValueError):
    """The event was written by a newer program, or by none of ours."""


def upcast(name: str, version: int, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields brought from this version to the newest, one step at a time."""
    if (name, version) not in STEPS:
        raise UnknownVersion(f"no way to read version {version} of {name}")
    new = dict(fields)
    while (name, version) in STEPS:
        new = STEPS[name, version](new)
        version += 1
    return new
