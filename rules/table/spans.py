"""Spans of time during which a clock stands: from a moment up to another, not including it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

Span = tuple[datetime, datetime]

DAY: Final = timedelta(days=1)


def merged(spans: Iterable[Span]) -> list[Span]:
    """In order and without overlaps, so that no time counts twice."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def put_off(due: datetime, since: datetime, spans: Iterable[Span]) -> datetime:
    """The deadline of a clock that runs since a moment and stands during the spans.

    A span that begins when the deadline has passed does not help.
    """
    for start, end in merged(spans):
        begun = max(start, since)
        if begun < min(end, due):
            due += end - begun
    return due


def stood(since: datetime, at: datetime, spans: Iterable[Span]) -> timedelta:
    """How long the clock stood between two moments."""
    parts = (min(end, at) - max(start, since) for start, end in merged(spans))
    return sum((part for part in parts if part > timedelta()), timedelta())


def ended(spans: Sequence[Span], at: datetime) -> tuple[Span, ...]:
    """The spans if the last one ends now, or before."""
    *earlier, (start, end) = spans
    return (*earlier, (start, min(end, at)))


def days(spans: Iterable[Span]) -> int:
    """How many days they take; a day that has begun counts as a whole one, and each span takes one."""
    return sum(max(1, -((start - end) // DAY)) for start, end in spans)


def is_within(at: datetime, spans: Iterable[Span]) -> bool:
    return any(start <= at < end for start, end in spans)
