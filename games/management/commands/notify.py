"""The notifier process.

It listens to the wake-ups that every action sends anyway, so notifying adds no cost to actions. What it
missed, because Redis or the process itself was down, it finds by checking the database every second. A check
costs the same however many games are being played: it reads the games that moved since the last one, and a
slice of all the others, so that nothing is missed for ever. Only the first check reads everything.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.core.management.base import BaseCommand
from django.db import DatabaseError, InterfaceError, close_old_connections, connection
from django.utils import timezone

from games.failures import is_database_failure
from games.log import wakes
from games.notices.selectors import cursors_after, games_moved_since, games_to_notify, games_to_warn
from games.placement import unless_away
from games.projector import game_project
from games.work.attempts import Work, game_try

logger = logging.getLogger("signalbox.notifier")

LOOK_SECONDS: Final = 1.0
OVERLAP: Final = timedelta(seconds=10)  # of two checks: commits take time, and clocks differ
SLICE: Final = 50  # games that did not move, in one check; they lie anywhere in the table
BREATH_SECONDS: Final = 0.01  # actions in quick succession, such as those of bots, are handled together


@dataclass(slots=True)
class Rounds:
    """When to check the database next, and what the checks have covered. A new one begins with everything."""

    at: float = 0.0  # by the monotonic clock
    since: datetime | None = None  # the last check; None: unknown, so everything has to be checked
    place: UUID | None = None  # where the next slice begins


class Command(BaseCommand):
    help = "Run the notifier, which creates notices and webhook deliveries. Several may run at once."
    no_deed = "a process of the server"

    def handle(self, *args: Any, **options: Any) -> None:
        with wakes.listening_to_games() as hear:
            rounds = Rounds()
            while True:
                once(hear, rounds)
                time.sleep(BREATH_SECONDS)


def once(hear: Callable[[float], set[UUID]], rounds: Rounds) -> None:
    """Wait for wake-ups or the next check of the database, and notify."""
    moved = hear(max(0.0, rounds.at - time.monotonic()))
    close_old_connections()
    is_time = time.monotonic() >= rounds.at
    try:
        notify_all(behind(moved) if moved else ())
        notify_all(forgotten(rounds) if is_time else ())
    except (DatabaseError, InterfaceError) as error:
        if not is_database_failure(error):
            raise
        logger.warning("the database failed: %s", error)
        connection.close()
        is_time, rounds.since = True, None
    if is_time:
        rounds.at = time.monotonic() + LOOK_SECONDS


def behind(moved: set[UUID]) -> Iterable[UUID]:
    """Those with events to read; while a node is away all, because one statement for many games fails."""
    with unless_away():
        return games_to_notify(moved)
    return moved


def forgotten(rounds: Rounds) -> list[UUID]:
    """In random order, so that games that always fail do not always come before the others."""
    now = timezone.now()
    behind = games_to_notify(_unheard(rounds.since, rounds) if rounds.since else None)
    rounds.since = now
    found = list({*behind, *games_to_warn(now)})
    random.shuffle(found)
    return found


def _unheard(since: datetime, rounds: Rounds) -> set[UUID]:
    """The games to check: those that moved since the last check, and the next slice of all."""
    part = cursors_after(rounds.place, SLICE)
    rounds.place = part[-1] if len(part) == SLICE else None
    return {*games_moved_since(since - OVERLAP), *part}


def notify_all(games: Iterable[UUID]) -> None:
    """Games and players on a node that is away wait for it; the others do not."""
    for game_id in games:
        with unless_away() as nodes:
            game_try(game_id, Work.NOTICES, partial(game_project, game_id))
        if nodes.is_one_away:
            logger.warning("game %s waits for a node of the database", game_id)
