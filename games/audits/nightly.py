"""Audits all stored games one by one and records the results."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.utils import timezone
from prometheus_client import Counter

from games.audits.anchors import deeds_faults, looks_faults
from games.audits.check import game_audit, plain, storable
from games.audits.models import Verification, VerificationRun
from games.audits.published import log_delay
from games.failures import contained
from games.log.models import Game
from games.log.viewer import AUDITOR
from games.transparency.delays import behind_since
from games.work.broker import wake
from games.work.leases import Lease, alone
from proof.audit import Check

logger = logging.getLogger("signalbox.verifying")

RESUMED: Final = timedelta(days=1)  # an interrupted run older than this is not resumed
FULL_EVERY: Final = timedelta(days=7)
MARGIN: Final = timedelta(hours=1)  # clocks differ, and commits take time
LEASE_SECONDS: Final = 60.0  # renewed with each game
MAX_GAMES: Final = 20_000  # of one task
MAX_SECONDS: Final = 60.0  # then another task continues, so that a worker can be stopped quickly
VERIFIED = Counter("signalbox_verified_games_total", "Games whose log was audited.", ["result"])


@dataclass(frozen=True, slots=True)
class AuditResult:
    """The audit of one game; `failed` holds the checks that failed."""

    game: UUID
    failed: list[dict[str, Any]]

    @property
    def sound(self) -> bool:
        return not self.failed


def games_to_verify(
    *,
    since: datetime | None = None,
    new: bool = False,
    before: datetime | None = None,
) -> QuerySet[Game]:
    """All games, in the order they were opened.

    `since`: only those with events since then. `new`: only those whose current version has not passed an
    audit, or was not in the public log then. `before`: only those not audited since then.
    """
    games = Game.objects.order_by("created_at", "id")
    if since:
        games = games.filter(Game.moved_since(since))
    if new:
        known = Q(verification__version=F("version"), verification__hash=F("hash"), verification__sound=True)
        known &= Q(verification__unpublished=False)
        games = games.filter(Q(verification=None) | ~known)
    if before:
        games = games.filter(Q(verification=None) | Q(verification__at__lt=before))
    return games


def run_begin(*, since: datetime | None = None, anew: bool = False) -> VerificationRun:
    """Resume the interrupted run of the last 24 hours, if there is one, or begin a new one.

    A run has done exactly what was audited since it began, so no other progress has to be stored.
    """
    now = timezone.now()
    unfinished = VerificationRun.objects.filter(
        nightly=False, since=since, done_at=None, begun_at__gt=now - RESUMED
    )
    found = None if anew else unfinished.order_by("begun_at").last()
    return found or VerificationRun.objects.create(since=since, begun_at=now)


def run_finish(run: VerificationRun) -> None:
    VerificationRun.objects.filter(pk=run.pk).update(done_at=timezone.now())


def results_of(run: VerificationRun) -> QuerySet[Verification]:
    """The results of the run so far."""
    found = Verification.objects.filter(at__gte=run.begun_at).order_by("game__created_at", "game")
    return found.filter(game__moved_at__gte=run.since) if run.since else found


def games_verify(started: datetime | None = None) -> int:
    """Audit every game that has advanced since its last audit. Returns the number of games audited.

    After a while it dispatches another task that continues. `started` is when the first of these tasks began:
    games audited since then are skipped. While one such task runs, another does nothing.
    """
    with alone("verification", seconds=LEASE_SECONDS) as lease:
        if not lease:
            return 0
        run = _nightly_run(started or timezone.now())
        done, is_over = _verify_some(run, lease)
    if not is_over:
        wake("verify_new", run.begun_at.isoformat())
    return done


def _nightly_run(begun: datetime) -> VerificationRun:
    """The run that was begun then. It looks at games that moved since the last complete run, with a margin.

    Once a week it looks at all games, because comparing every game with its last audit takes longer the more
    there are.
    """
    past = VerificationRun.objects.filter(nightly=True, done_at__isnull=False)
    has_full = past.filter(since=None, begun_at__gt=begun - FULL_EVERY).exists()
    last = past.order_by("begun_at").last() if has_full else None
    since = last.begun_at - MARGIN if last else None
    return VerificationRun.objects.get_or_create(nightly=True, begun_at=begun, defaults={"since": since})[0]


def _verify_some(run: VerificationRun, lease: Lease) -> tuple[int, bool]:
    """Returns the number of games audited, and whether this was all that this task can do."""
    end = time.monotonic() + MAX_SECONDS
    games = games_to_verify(since=run.since, new=True, before=run.begun_at).order_by()
    ids = list(games.values_list("id", flat=True)[:MAX_GAMES])
    for done, game_id in enumerate(ids, start=1):
        game_verify(game_id)
        if not lease.hold():
            return done, True  # another task continues
        if time.monotonic() > end:
            return done, False
    if len(ids) < MAX_GAMES:
        run_finish(run)
        for fault in (*log_delay(behind_since()), *looks_faults(), *deeds_faults()):
            logger.critical("ALERT: %s", fault)
    return len(ids), len(ids) < MAX_GAMES


def game_verify(game_id: UUID) -> AuditResult:
    """Run every check with all the server knows. A log that fails raises an alert."""
    game = Game.objects.get(pk=game_id)
    checks = _checks(game)
    failed = [plain(check) for check in checks if check.result == "failed"]
    result = AuditResult(game.id, failed)
    Verification.objects.update_or_create(
        game=game,
        defaults={
            "version": game.version,
            "hash": game.hash,
            "sound": result.sound,
            "failed": failed,
            "unpublished": any(check.name == "log" and check.result == "skipped" for check in checks),
            "at": timezone.now(),
        },
    )
    VERIFIED.labels("sound" if result.sound else "unsound").inc()
    if not result.sound:
        logger.critical("ALERT: the log of game %s does not hold", game.id, extra={"failed": failed})
    return result


def _checks(game: Game) -> list[Check]:
    """An audit that crashes is a failed check, so that the other games are still audited."""
    with contained(logger, "the log of game %s could not be audited", game.id) as failure:
        return storable(game_audit(game, viewer=AUDITOR), game).checks
    return [Check("audit", "failed", f"the log cannot be read: {type(failure.error).__name__}")]
