"""When failed work is tried again: deliveries, turns of bots, search rows alike.

Pauses have jitter, so that what failed together is not tried again together.
"""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Final

from django.conf import settings

SPREAD: Final = 0.2  # jitter, as a fraction of the pause


def pause_after(failures: int, *, at_most: timedelta | None = None) -> timedelta:
    """The pause after this many failures in a row. The last step of the schedule repeats."""
    steps = settings.RETRIES
    step = steps[min(failures, len(steps)) - 1]
    wait: timedelta = min(step, at_most) if at_most else step
    return wait * random.uniform(1 - SPREAD, 1 + SPREAD)  # noqa: S311 (jitter needs no secrecy)
