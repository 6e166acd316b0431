"""A poster is a task that leases batches of deliveries and posts them, one batch after the other."""

from __future__ import annotations

import time
from typing import Final

from games.webhooks.delivery import batch_deliver
from games.webhooks.leases import batch_lease
from games.webhooks.wake import wake_posters

POSTING_SECONDS: Final = 5.0  # then another task continues, so that a worker can be stopped quickly


def deliveries_post() -> int:
    """Post what is due. A poster that finds work wakes another. Returns the number of attempts."""
    end = time.monotonic() + POSTING_SECONDS
    done = 0
    while time.monotonic() < end and (batch := batch_lease()):
        if not done:
            wake_posters()
        done += batch_deliver(batch)
    return done
