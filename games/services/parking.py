"""A game that makes its tasks fail is put aside, so that it blocks nobody, until an operator releases it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from uuid import UUID

from django.db import InterfaceError, OperationalError
from django.db.models import F
from django.utils import timezone

from games.models import Game

logger = logging.getLogger("signalbox.parking")

PATIENCE: Final = 3  # so many failures in a row


@contextmanager
def parking_on_failure(game_id: UUID) -> Iterator[None]:
    """Count a failure against the game; a database that is away is not the game's fault."""
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        logger.exception("a task failed for game %s", game_id)
        game_fail(game_id, f"{type(error).__name__}: {error}")
    else:
        Game.objects.filter(pk=game_id, failures__gt=0).update(failures=0)


def game_fail(game_id: UUID, reason: str) -> None:
    Game.objects.filter(pk=game_id).update(failures=F("failures") + 1)
    worn_out = Game.objects.filter(pk=game_id, failures__gte=PATIENCE, parked_at=None)
    if worn_out.update(parked_at=timezone.now(), parked_because=reason[:2000]):
        logger.error("game %s is parked: %s", game_id, reason)


def game_release(game_id: UUID) -> bool:
    """Let the tasks try again; whether the game was parked."""
    parked = Game.objects.filter(pk=game_id, parked_at__isnull=False)
    return bool(parked.update(parked_at=None, parked_because="", failures=0, sent_at=None))
