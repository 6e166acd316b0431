"""Times in logs, receipts and data sets: to the microsecond in UTC, so that texts compare as times do."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

# Python 3.14 would also take the hour 24.
_MOMENT: Final = re.compile(r"[1-9]\d{3}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d\.\d{6}Z", re.ASCII)


@lru_cache(maxsize=64)  # the events of one action share their time
def parsed_time(text: str) -> datetime:
    """Raises ValueError, or TypeError if it is not even a text."""
    if not _MOMENT.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is not a time to the microsecond in UTC")
    return datetime.fromisoformat(text)


def moment_text(text: Any) -> str:
    """The text itself, if it is a time."""
    parsed_time(text)
    return str(text)


def second_of(text: str) -> str:
    """The time for people, who know that it is in UTC."""
    return text[:19].replace("T", " ")
