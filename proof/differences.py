"""Two values told apart: which one stands in the log, and which one is due."""

from __future__ import annotations

from typing import Any, Final

from proof.chain import canonical

LONGEST: Final = 100  # characters of a value in a sentence


def difference(name: str, found: Any, due: Any) -> str:
    """`points: 6 stands where 1 is due`; in a list or an object, the first place that differs."""
    for place in _places(found, due):
        if found[place] != due[place]:
            where = f"{name}, place {place + 1}" if isinstance(place, int) else f"{name}, {place}"
            return difference(where, found[place], due[place])
    return f"{name}: {_said(found)} stands where {_said(due)} is due"


def _places(found: Any, due: Any) -> range | list[str]:
    """What can be compared part by part; nothing, where a part is missing."""
    if isinstance(found, list) and isinstance(due, list) and len(found) == len(due):
        return range(len(found))
    if isinstance(found, dict) and isinstance(due, dict) and found.keys() == due.keys():
        return list(due)
    return []


def _said(value: Any) -> str:
    if value is None:
        return "nothing"
    try:
        text = value if isinstance(value, str) else canonical(value).decode()
    except (TypeError, ValueError, RecursionError):
        text = f"a {type(value).__name__} that no log holds"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
