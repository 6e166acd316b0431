"""When to try again. Chance is mixed in, so that what failed together does not come back together."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Final

from django.conf import settings

SPREAD: Final = 0.2  # a wait is longer or shorter by up to so much of it
MAX_HOLD: Final = timedelta(minutes=5)
MAX_QUESTION_DELAY: Final = timedelta(minutes=10)
UNHELD: Final = 2  # so many failures in a row may be chance


def retry_after(attempts: int, *, at_most: timedelta | None = None) -> timedelta:
    """The wait after so many attempts; the last step of the schedule is taken over and over."""
    steps = settings.WEBHOOK_RETRIES
    step = steps[min(attempts, len(steps)) - 1]
    return _spread(min(step, at_most) if at_most else step)


def hold_after(failures: int) -> timedelta | None:
    """How long a receiver that has failed so often in a row is left alone, whatever is to be delivered."""
    if failures <= UNHELD:
        return None
    return retry_after(failures - UNHELD, at_most=MAX_HOLD)


def _spread(wait: timedelta) -> timedelta:
    return wait * random.uniform(1 - SPREAD, 1 + SPREAD)  # noqa: S311 (nothing is to be kept secret)
