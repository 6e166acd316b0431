"""Wakes posters through the broker. The database says what is due, so a lost wake-up only delays."""

from __future__ import annotations

import logging
from typing import Final

from celery import current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger("signalbox.webhooks")

DELIVER: Final = "games.tasks.deliver_webhooks"
QUEUE: Final = "webhooks"
GOOD_FOR_SECONDS: Final = (
    5  # later it is useless: all posters are busy, and the scheduler starts one every second
)


def wake_posters() -> None:
    try:
        current_app.send_task(DELIVER, [], queue=QUEUE, expires=GOOD_FOR_SECONDS, retry=False)
    except OperationalError:
        logger.warning("cannot wake posters: the broker does not respond")
