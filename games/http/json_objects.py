"""Objects in answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def without_none(members: Mapping[str, Any]) -> dict[str, Any]:
    """What is not known is left out, not null."""
    return {name: value for name, value in members.items() if value is not None}
