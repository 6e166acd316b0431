"""What is kept for a time only is deleted when that time is over (`docs/operations/keys-and-backup.md`)."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.accounts.models import Token
from games.audits.models import VerificationRun
from games.deliveries.retention import deliveries_prune
from games.failures import contained
from games.log.batches import oldest_delete
from games.moves.idempotency import keys_forget
from games.notices.services import notices_forget
from games.oauth.grants import idle_grants_end
from games.oauth.models import AuthorizationCode, DeviceCode
from games.people.services import sessions_forget, unfinished_forget
from games.tables.invitations import invitations_forget
from games.work.models import Setback

logger = logging.getLogger("signalbox.retention")

MAX_SECONDS: Final = 60.0  # the next run goes on
AT_ONCE: Final = 5_000
KEPT: Final = timedelta(days=30)  # after a token has expired, or a run of `verify --all` was begun
CODES_KEPT: Final = timedelta(days=1)  # after an OAuth code has expired


def old_rows_forget() -> int:
    """Delete everything that has outlived its time, batch by batch. Returns the number of rows.

    Each batch is a transaction of its own, so that none holds locks for long. A failure of one kind does not
    keep the others.
    """
    end, total = time.monotonic() + MAX_SECONDS, 0
    for forget in KINDS:
        with contained(logger, "%s failed", forget.__name__):
            while time.monotonic() < end and (some := forget()):
                total += some
    return total


def tokens_forget() -> int:
    """Webhooks of an expired token are paused by then."""
    old = Token.objects.filter(expires_at__lt=timezone.now() - KEPT, grant=None)
    return oldest_delete(old, "expires_at", AT_ONCE)


def grants_forget() -> int:
    """Of apps that have not been used for long. Webhooks that worked for them are paused."""
    return idle_grants_end(timezone.now())


def codes_forget() -> int:
    """A used code is kept until it could not be used anyway, plus a day."""
    old = AuthorizationCode.objects.filter(expires_at__lt=timezone.now() - CODES_KEPT)
    return oldest_delete(old, "expires_at", AT_ONCE)


def device_codes_forget() -> int:
    old = DeviceCode.objects.filter(expires_at__lt=timezone.now() - CODES_KEPT)
    return oldest_delete(old, "expires_at", AT_ONCE)


def verification_runs_forget() -> int:
    """A run is resumed within a day, if at all."""
    old = VerificationRun.objects.filter(begun_at__lt=timezone.now() - KEPT)
    return oldest_delete(old, "begun_at", AT_ONCE)


def setbacks_forget() -> int:
    """Of games that have moved on."""
    return oldest_delete(Setback.objects.filter(retry_at__lt=timezone.now() - KEPT), "retry_at", AT_ONCE)


KINDS: Final[tuple[Callable[[], int], ...]] = (
    *(keys_forget, notices_forget, deliveries_prune, invitations_forget),
    *(grants_forget, codes_forget, device_codes_forget),
    *(setbacks_forget, tokens_forget, verification_runs_forget, sessions_forget),
    unfinished_forget,
)
