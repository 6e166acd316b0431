"""Proving what is stored, game by game, and remembering how far."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.utils import timezone
from prometheus_client import Counter

from games.models import Game, Verification
from games.selectors.audits import game_audit, plain
from games.sight import EVERYTHING

logger = logging.getLogger("signalbox.verifying")

VERIFIED = Counter("signalbox_verified_games_total", "Games whose log was proved.", ["result"])


@dataclass(frozen=True, slots=True)
class Verdict:
    """Of one game; `failed` has the checks that did."""

    game: UUID
    version: int
    failed: list[dict[str, Any]]

    @property
    def sound(self) -> bool:
        return not self.failed


def games_to_verify(
    *,
    only: Sequence[UUID] = (),
    since: datetime | None = None,
    again: bool = False,
    before: datetime | None = None,
) -> QuerySet[Game]:
    """Games that have not been proved as they now are; with `again` also those that have.

    `since`: only those that moved since. `before`: none that has been looked at after that.
    """
    games = Game.objects.order_by("created_at", "id")
    if only:
        games = games.filter(pk__in=only)
    if since:
        games = games.filter(moved_at__gte=since)
    if not again:
        known = Q(verification__version=F("version"), verification__hash=F("hash"), verification__sound=True)
        games = games.filter(Q(verification=None) | ~known)
    if before:
        games = games.filter(Q(verification=None) | Q(verification__at__lt=before))
    return games


def game_verify(game_id: UUID) -> Verdict:
    """Every check, with the server's own knowledge. A log that does not hold is an alert."""
    game = Game.objects.get(pk=game_id)
    found = game_audit(game, sight=EVERYTHING)
    failed = [plain(check) for check in found.checks if check.result == "failed"]
    verdict = Verdict(game.id, found.version, failed)
    Verification.objects.update_or_create(
        game=game,
        defaults={
            "version": game.version,
            "hash": game.hash,
            "sound": verdict.sound,
            "failed": failed,
            "at": timezone.now(),
        },
    )
    VERIFIED.labels("sound" if verdict.sound else "unsound").inc()
    if not verdict.sound:
        logger.critical("ALERT: the log of game %s does not hold", game.id, extra={"failed": failed})
    return verdict
