"""Messages that wake workers. The database says what is due, so a lost message only delays."""

from __future__ import annotations

import logging
from typing import Any

import redis
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from games.redis_clients import new_client

logger = logging.getLogger("signalbox.work")


def wake(task: str, *args: Any, **options: Any) -> None:
    """Send for a task, by its name: tasks import the services that send for them."""
    try:
        current_app.send_task(f"games.tasks.{task}", args, retry=False, **options)
    except OperationalError:
        logger.warning("cannot send for %s: the broker does not respond", task)


def messages_queued(queue: str) -> int:
    """The number of messages in this queue that no worker has taken yet; 0 without the broker."""
    try:
        with new_client(settings.REDIS_URL) as broker:
            return int(broker.llen(queue))
    except redis.RedisError:
        return 0
