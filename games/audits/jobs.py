"""Background audits: ordered by a request, performed by a task, and polled."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import DatabaseError, InterfaceError, transaction
from django.db.models import F
from django.utils import timezone

from games.accounts.services import player_lock
from games.audits.check import game_audit, report_of, storable
from games.failures import database_failures_uncounted
from games.log.batches import oldest_delete
from games.log.leases import Lease, alone
from games.log.viewer import Viewer
from games.models import AuditRun, Event, Player
from games.play.dispatch import AUDIT, send_task
from games.play.selectors import Moment, version_at
from games.play.visibility import VisibleGame
from games.refusals.audits import TooManyAudits, TooManyAuditsInADay

logger = logging.getLogger("signalbox.auditing")

MAX_AT_ONCE: Final = 4  # per player
MAX_IN_A_DAY: Final = 500  # per player
MAX_ATTEMPTS: Final = 3  # tasks that may begin without finishing
QUIET: Final = timedelta(seconds=5)  # after this long a message counts as lost
KEPT: Final = timedelta(days=30)
FORGOTTEN_AT_ONCE: Final = 1_000
PROGRESS_SECONDS: Final = 0.5
LEASE_SECONDS: Final = 30.0  # renewed with the progress


def audit_order(player: Player, found: VisibleGame, at: Moment | None) -> AuditRun:
    """Order an audit of the log up to `at`, from what the player may see, or return an equal one."""
    version = version_at(found.game, at)
    with transaction.atomic():
        player_lock(player)  # so that concurrent orders are counted one after the other
        waiting = AuditRun.objects.filter(player=player, finished_at=None)
        same = waiting.filter(game=found.game, version=version, sees_all=found.viewer.sees_all).first()
        if same is not None:
            return same
        _check_quota(player, waiting.count())
        run = _new(player, found, version)
        transaction.on_commit(lambda: send_task(AUDIT, run.game_id, str(run.id)), robust=True)
    return run


def _check_quota(player: Player, waiting: int) -> None:
    if waiting >= MAX_AT_ONCE:
        raise TooManyAudits(most=MAX_AT_ONCE, current=waiting)
    ordered = AuditRun.objects.filter(
        player=player, created_at__gt=timezone.now() - timedelta(days=1)
    ).count()
    if ordered >= MAX_IN_A_DAY:
        raise TooManyAuditsInADay(most=MAX_IN_A_DAY, current=ordered)


def _new(player: Player, found: VisibleGame, version: int) -> AuditRun:
    now = timezone.now()
    event = Event.objects.filter(game=found.game, seq=version).only("hash").first()
    return AuditRun.objects.create(
        game=found.game,
        player=player,
        seat=found.viewer.seat,
        sees_all=found.viewer.sees_all,
        version=version,
        hash=event.hash if event else found.game.hash,  # the row still has it if the end was removed
        sent_at=now,
        created_at=now,
    )


def audit_perform(game_id: UUID, run_id: UUID) -> None:
    """Perform the audit, unless it is done or another process is performing it.

    An attempt is counted before it begins, so that a log that kills its worker is given up in the end.
    Attempts that fail because of the database are not counted.
    """
    with alone(f"audit:{run_id}", seconds=LEASE_SECONDS) as lease:
        rows = AuditRun.objects.filter(game_id=game_id, id=run_id)
        run = rows.select_related("game").filter(finished_at=None).first()
        if lease is None or run is None:
            return
        if run.tries >= MAX_ATTEMPTS:
            _finish(run, AuditRun.Status.FAILED)
            logger.error("audit %s of game %s was given up", run.id, run.game_id)
            return
        rows.update(tries=F("tries") + 1, status=AuditRun.Status.RUNNING)
        with database_failures_uncounted(rows):
            _perform(run, lease)


def _perform(run: AuditRun, lease: Lease) -> None:
    viewer = Viewer(seat=run.seat, sees_all=run.sees_all)
    progress = _ProgressWriter(run, lease)
    found = game_audit(run.game, viewer=viewer, at=run.version, progress=progress)
    run.report = report_of(storable(found, run.game))
    _finish(run, AuditRun.Status.DONE)


def _finish(run: AuditRun, status: AuditRun.Status) -> None:
    run.status, run.finished_at = status, timezone.now()
    run.save(update_fields=["status", "finished_at", "report"])


class _ProgressWriter:
    """Records the progress of an audit now and then. A failure to do so must not fail the audit."""

    def __init__(self, run: AuditRun, lease: Lease) -> None:
        self.rows, self.lease, self.told_at = AuditRun.objects.filter(pk=run.pk), lease, 0.0

    def __call__(self, check: str, seq: int) -> None:
        if time.monotonic() - self.told_at >= PROGRESS_SECONDS:
            self.told_at = time.monotonic()
            self.lease.hold()
            with suppress(DatabaseError, InterfaceError):
                self.rows.update(at_check=check, reached=seq)


def audits_sweep() -> int:
    """Dispatch again the tasks of audits that are not done after a while. Returns their number."""
    now, dispatched = timezone.now(), 0
    due = AuditRun.objects.filter(finished_at=None, sent_at__lt=now - QUIET)
    for game_id, run_id, sent_at in due.values_list("game_id", "id", "sent_at"):
        rows = AuditRun.objects.filter(game_id=game_id, id=run_id, sent_at=sent_at)
        if rows.update(sent_at=now):  # else another sweep was faster
            send_task(AUDIT, game_id, str(run_id))
            dispatched += 1
    return dispatched


def audits_forget() -> int:
    """Delete a batch of reports after 30 days; an auditor who needs one longer has fetched it."""
    old = AuditRun.objects.filter(finished_at__lt=timezone.now() - KEPT)
    return oldest_delete(old, "finished_at", FORGOTTEN_AT_ONCE)
