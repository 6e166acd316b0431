"""When to retry. Delays have jitter, so that messages that failed together are not retried together."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Final

from django.conf import settings

SPREAD: Final = 0.2  # jitter, as a fraction of the delay
MAX_HOLD: Final = timedelta(minutes=5)
MAX_QUESTION_DELAY: Final = timedelta(minutes=10)
UNHELD: Final = 2  # this many failures in a row do not yet mean an outage


def retry_after(attempts: int, *, at_most: timedelta | None = None) -> timedelta:
    """The delay after the given number of attempts. The last step of the schedule repeats."""
    steps = settings.WEBHOOK_RETRIES
    step = steps[min(attempts, len(steps)) - 1]
    return _spread(min(step, at_most) if at_most else step)


def hold_after(failures: int) -> timedelta | None:
    """How long to send nothing to a receiver after this many failures in a row."""
    if failures <= UNHELD:
        return None
    return retry_after(failures - UNHELD, at_most=MAX_HOLD)


def _spread(wait: timedelta) -> timedelta:
    return wait * random.uniform(1 - SPREAD, 1 + SPREAD)  # noqa: S311 (jitter needs no secrecy)
