"""What an attempt to send led to."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings

from games.models import Notification

SPREAD: Final = 0.2  # jitter, as a fraction of the delay


@dataclass(frozen=True, slots=True)
class Outcome:
    """A final state, or when to try again at the earliest; None: as the schedule says."""

    state: str = ""
    after: timedelta | None = None

    @property
    def word(self) -> str:
        return self.state or "postponed"


SENT: Final = Outcome(Notification.State.SENT)
FAILED: Final = Outcome(Notification.State.FAILED)
CANCELLED: Final = Outcome(Notification.State.CANCELLED)
LATER: Final = Outcome()


def retry_after(attempts: int) -> timedelta:
    """The delay after this many attempts, with jitter. The last step of the schedule repeats."""
    steps = settings.NOTIFICATION_RETRIES
    step = steps[min(attempts, len(steps)) - 1]
    return step * random.uniform(1 - SPREAD, 1 + SPREAD)  # noqa: S311 (jitter needs no secrecy)
