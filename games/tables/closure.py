"""Tables that never start are closed: by an operator, or by themselves when nothing happens for long."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from games.failures import contained
from games.log.models import Game
from games.log.plans import planned_by_values
from games.moves.change import changing
from rules.table.life import Close
from rules.table.state import Status

logger = logging.getLogger("signalbox.closure")

MAX_CLOSED: Final = 500  # in one run; the next run takes the rest


def table_close(game_id: UUID) -> None:
    with changing(game_id) as change:
        change.decide(Close())


def stale_tables_close() -> int:
    """Close open tables at which nothing has happened for `TABLES_CLOSE_AFTER`. Returns their number."""
    before = timezone.now() - settings.TABLES_CLOSE_AFTER
    old = Game.objects.filter(
        status=Status.OPEN, created_at__lt=before
    )  # it has an index, `moved_at` has not
    stale = old.filter(moved_at__lt=before).order_by("created_at")
    with planned_by_values():
        found = list(stale.values_list("id", flat=True)[:MAX_CLOSED])
    closed = 0
    for game_id in found:
        with contained(logger, "the stale table %s could not be closed", game_id):
            closed += _close_if_stale(game_id, before)
    if closed:
        logger.info("closed %s tables that nobody has joined or left for long", closed)
    return closed


def _close_if_stale(game_id: UUID, before: datetime) -> bool:
    """Checked again under the lock: somebody may just have sat down."""
    with changing(game_id) as change:
        is_stale = change.folded.status is Status.OPEN and change.game.moved_at < before
        if is_stale:
            change.decide(Close())
    return is_stale
