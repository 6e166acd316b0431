"""How long to wait before the next try."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

FIRST_SECONDS: Final = 0.5
MAX_SECONDS: Final = 10.0


def pauses() -> Iterator[float]:
    """Twice as long each time, up to a limit, and never quite the same.

    Many who lost one server at the same moment should not all come back at the same moment.
    """
    longest = FIRST_SECONDS
    while True:
        yield random.uniform(longest / 2, longest)
        longest = min(2 * longest, MAX_SECONDS)
