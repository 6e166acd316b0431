"""The notifier process.

It listens to the wake-ups that every action sends anyway, so notifying adds no cost to actions. What it
missed, because Redis or the process itself was down, it finds by checking the database every second.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Collection, Iterable
from typing import Any, Final
from uuid import UUID

from django.core.management.base import BaseCommand
from django.db import DatabaseError, InterfaceError, close_old_connections, connection
from django.utils import timezone

from games.failures import contained, is_database_failure
from games.log import wakes
from games.notices.selectors import games_to_notify, games_to_warn
from games.notifier import game_notify

logger = logging.getLogger("signalbox.notifier")

LOOK_SECONDS: Final = 1.0
BREATH_SECONDS: Final = 0.01  # actions in quick succession, such as those of bots, are handled together


class Command(BaseCommand):
    help = "Run the notifier, which creates notices and webhook deliveries. Several may run at once."

    def handle(self, *args: Any, **options: Any) -> None:
        with wakes.listening_to_games() as hear:
            look_at = time.monotonic()
            while True:
                look_at = once(hear, look_at)
                time.sleep(BREATH_SECONDS)


def once(hear: Callable[[float], set[UUID]], look_at: float) -> float:
    """Wait for wake-ups or the next check of the database, and notify. Returns when to check next."""
    moved = hear(max(0.0, look_at - time.monotonic()))
    close_old_connections()
    try:
        if time.monotonic() < look_at:
            notify_all(games_to_notify(moved) if moved else ())
            return look_at
        notify_all(forgotten())
    except (DatabaseError, InterfaceError) as error:
        if not is_database_failure(error):
            raise
        logger.warning("the database failed: %s", error)
        connection.close()
    return time.monotonic() + LOOK_SECONDS


def forgotten() -> Collection[UUID]:
    """In random order, so that games that always fail do not always come before the others."""
    found = list({*games_to_notify(), *games_to_warn(timezone.now())})
    random.shuffle(found)
    return found


def notify_all(games: Iterable[UUID]) -> None:
    for game_id in games:
        with contained(logger, "the notifier failed at game %s", game_id):
            game_notify(game_id)
