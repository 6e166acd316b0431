"""Everything that is done without a request: sweeps, the notifier, deliveries, retention."""

from __future__ import annotations

from typing import Final

from games.audits.jobs import audits_forget, audits_sweep
from games.audits.nightly import games_verify
from games.invitations.services import invitations_forget
from games.management.commands import notify
from games.notices.services import notices_forget
from games.play.closure import stale_tables_close
from games.play.holds import expired_holds_release
from games.play.idempotency import keys_forget
from games.play.sweep import games_sweep
from games.retention import sessions_forget, tokens_forget, verification_runs_forget
from games.webhooks.leases import batch_lease
from games.webhooks.receivers import deliveries_prune, expired_pause, overfull_pause
from tests.support.questions.client import Asked

FORGOTTEN: Final = (
    *(keys_forget, notices_forget, audits_forget, deliveries_prune, invitations_forget),
    *(tokens_forget, verification_runs_forget, sessions_forget),
)


def background() -> Asked:
    look = notify.Look()
    notify.forgotten(look)
    games_verify()  # the first of a week looks at everything
    found: Asked = {
        "the notifier's look": lambda: notify.forgotten(look),
        "sweep": games_sweep,
        "sweep of audits": audits_sweep,
        "closing stale tables": stale_tables_close,
        "releasing seats": expired_holds_release,
        "nightly audit, nothing new": games_verify,
        "leasing deliveries": batch_lease,
        "pausing overfull webhooks": overfull_pause,
        "pausing webhooks without a token": expired_pause,
    }
    return found | {forget.__name__: forget for forget in FORGOTTEN}
