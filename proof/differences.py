"""Two values told apart: which one stands in the log, and which one is due."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from proof.chain import canonical

LONGEST: Final = 100  # characters of a value in a sentence


def difference(name: str, found: Any, due: Any) -> str:
    """`points: 6 stands where 1 is due`; in a list or an object, the first place that differs."""
    name, found, due = next(leaves(name, found, due), (name, found, due))
    return f"{name}: {shown(found)} stands where {shown(due)} is due"


def leaves(path: str, left: Any, right: Any) -> Iterator[tuple[str, Any, Any]]:
    """The innermost members that differ; None where one is missing."""
    if isinstance(left, dict) and isinstance(right, dict):
        for name in sorted({**left, **right}):
            if left.get(name) != right.get(name):
                yield from leaves(f"{path}.{name}", left.get(name), right.get(name))
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for place, (one, other) in enumerate(zip(left, right, strict=True), start=1):
            if one != other:
                yield from leaves(f"{path}, place {place}", one, other)
    else:
        yield path, left, right


def shown(value: Any) -> str:
    if value is None:
        return "nothing"
    try:
        text = value if isinstance(value, str) else canonical(value).decode()
    except (TypeError, ValueError, RecursionError):
        text = f"a {type(value).__name__} that no log holds"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
