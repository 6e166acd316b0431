"""Attempts of tasks at a game: one at a time, counted, and parked when they keep failing.

A game whose tasks fail is parked, so that it does not block others. It is retried after growing pauses, or
when an operator releases it. Attempts that fail because of the database are not counted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from traceback import extract_tb
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.failures import Unreadable, contained, database_failures_uncounted
from games.log.leases import alone
from games.models import Game

logger = logging.getLogger("signalbox.parking")

MAX_ATTEMPTS: Final = 3  # failed attempts at one version before the game is parked
MAX_REASON_LENGTH: Final = 2000
# When a worker is killed, its game waits for this long. An attempt that takes longer may get company; three
# leases outlast the time limit of bot turns, so none of them is still running when the game is parked.
LEASE_SECONDS: Final = 15.0
# How long a game stays parked the first time, the second time and so on; the last one repeats.
PAUSES: Final = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))


class MovedOn(Exception):
    """The game is no longer at the version that the work was for."""


def game_attempt(
    game_id: UUID, purpose: str, work: Callable[[], object], *, version: int | None = None
) -> bool:
    """Do the work, unless another process is doing it or the game is parked. Returns whether it succeeded.

    Raises `MovedOn` if the game is no longer at `version`. An attempt is counted before it begins, so that a
    worker that is killed is counted too.
    """
    with alone(f"{purpose}:{game_id}", seconds=LEASE_SECONDS) as lease:
        return lease is not None and _count(game_id, version) and _work(game_id, work)


@transaction.atomic
def _count(game_id: UUID, version: int | None) -> bool:
    """Count an attempt at the current version. Returns False if there may be no more."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.parked_at:
        return False
    if version not in (None, game.version):
        raise MovedOn
    if game.tried_version != game.version:
        game.tried_version, game.tries, game.parkings = game.version, 0, 0
    if game.tries >= MAX_ATTEMPTS:
        game_park(game_id, f"{game.tries} tasks began at version {game.version}, and none finished")
        return False
    game.tries += 1
    game.save(update_fields=["tries", "tried_version", "parkings"])
    return True


def _work(game_id: UUID, work: Callable[[], object]) -> bool:
    tried = Game.objects.filter(pk=game_id, tried_version=F("version"))
    with (
        database_failures_uncounted(tried),
        contained(logger, "a task failed for game %s", game_id) as failure,
    ):
        work()
    if failure.error is None:
        tried.filter(tries__gt=0).update(tries=0, parkings=0)
        return True
    if tried.filter(tries__gte=MAX_ATTEMPTS).exists():
        game_park(game_id, _reason(failure.error))
    return False


def _reason(error: Exception) -> str:
    """Where it happened. The message is only logged, because it might name a hidden card."""
    if isinstance(error, Unreadable):
        return f"{type(error).__name__}: {error}"
    place = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.name}, {Path(place.filename).name}:{place.lineno}"


@transaction.atomic
def game_park(game_id: UUID, reason: str) -> None:
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.parked_at:
        return
    now = timezone.now()
    pause = PAUSES[min(game.parkings, len(PAUSES) - 1)]
    Game.objects.filter(pk=game_id).update(
        parked_at=now,
        parked_because=reason[:MAX_REASON_LENGTH],
        retry_at=now + pause,
        parkings=min(game.parkings + 1, len(PAUSES)),
    )
    logger.error("game %s is parked for %s: %s", game_id, pause, reason)


def games_retry(now: datetime) -> int:
    """Give every parked game whose pause is over one more attempt. Returns their number.

    If that fails too, the next pause is longer, until the game has advanced.
    """
    due = Game.objects.filter(retry_at__lte=now)
    return due.update(parked_at=None, parked_because="", retry_at=None, sent_at=None, tries=MAX_ATTEMPTS - 1)


def game_release(game_id: UUID) -> bool:
    """Release a parked game and reset its counters. Returns whether it was parked."""
    parked = Game.objects.filter(pk=game_id, parked_at__isnull=False)
    as_new = {"tries": 0, "parkings": 0, "sent_at": None}
    return bool(parked.update(parked_at=None, parked_because="", retry_at=None, **as_new))
