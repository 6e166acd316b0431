"""The work of tasks on a game: one at a time, counted, and put aside when it cannot be done.

A game that makes its tasks fail is parked, so that it blocks nobody, until an operator releases it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.failures import contained
from games.log.locks import alone_with
from games.models import Game

logger = logging.getLogger("signalbox.parking")

MAX_ATTEMPTS: Final = 3  # so many tries at one version that bring nothing about
MAX_REASON_LENGTH: Final = 2000


class MovedOn(Exception):
    """The table is not at the version any more that the work was for."""


def game_attempt(
    game_id: UUID, purpose: str, work: Callable[[], object], *, version: int | None = None
) -> bool:
    """Do the work, unless another process is at it or the game is parked; whether it was done.

    Work for one version is void at any other, and `MovedOn` says so: who was at it before us may have moved
    the table on. A try is counted before it begins: a worker that is killed by its work has been counted too.
    """
    with alone_with(game_id, purpose) as alone:
        return alone and _count(game_id, version) and _work(game_id, work)


@transaction.atomic
def _count(game_id: UUID, version: int | None) -> bool:
    """Whether one more try may be made at the version the game is at."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.parked_at:
        return False
    if version not in (None, game.version):
        raise MovedOn
    tries = game.tries if game.tried_version == game.version else 0
    if tries >= MAX_ATTEMPTS:
        game_park(game_id, f"{tries} tasks began at version {game.version}, and none came to its end")
        return False
    Game.objects.filter(pk=game_id).update(tries=tries + 1, tried_version=game.version)
    return True


def _work(game_id: UUID, work: Callable[[], object]) -> bool:
    with contained(logger, "a task failed for game %s", game_id) as failure:
        work()
    tried = Game.objects.filter(pk=game_id, tried_version=F("version"))
    if failure.error is None:
        tried.filter(tries__gt=0).update(tries=0)
        return True
    if tried.filter(tries__gte=MAX_ATTEMPTS).exists():
        game_park(game_id, f"{type(failure.error).__name__}: {failure.error}")
    return False


def game_park(game_id: UUID, reason: str) -> None:
    free = Game.objects.filter(pk=game_id, parked_at=None)
    if free.update(parked_at=timezone.now(), parked_because=reason[:MAX_REASON_LENGTH]):
        logger.error("game %s is parked: %s", game_id, reason)


def game_release(game_id: UUID) -> bool:
    """Let the tasks try again; whether the game was parked."""
    parked = Game.objects.filter(pk=game_id, parked_at__isnull=False)
    return bool(parked.update(parked_at=None, parked_because="", tries=0, sent_at=None))
