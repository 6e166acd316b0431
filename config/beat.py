"""The scheduler of Celery's beat, of which any number may run: one at a time sends the periodic tasks."""

import logging
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from celery.beat import PersistentScheduler

from games.work.leases import Lease

logger = logging.getLogger("signalbox.beat")

LEASE_SECONDS: Final = 10.0  # a beat that was killed is replaced after this long
FOLLOW_SECONDS: Final = 2.0


class OneBeat(PersistentScheduler):
    """Sends only while it holds the lease, which lives in the broker: without that no beat can send.

    One that takes over sends at once what fell due while it waited. It may be sent for the second time, which
    every task allows.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.lease = Lease("beat", LEASE_SECONDS)
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        """Reads when each task was last sent. What a full disk or a crash has spoilt is forgotten.

        Celery does so for some kinds of damage and fails for others, at every start again.
        """
        try:
            super().setup_schedule()
        except OSError:  # no room, no right: that is no damage
            raise
        except Exception:
            logger.warning("what beat remembered is damaged: it begins anew", exc_info=True)
            self._forget()
            super().setup_schedule()

    def _forget(self) -> None:
        with suppress(Exception):  # closed now, it cannot overwrite what comes after it
            super().close()
        for suffix in self.known_suffixes:
            Path(self.schedule_filename + suffix).unlink(missing_ok=True)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        wait: float = super().tick(*args, **kwargs) if self.lease.hold() else FOLLOW_SECONDS
        return min(wait, FOLLOW_SECONDS)  # so that the lease is renewed

    def close(self) -> None:
        self.lease.give_back()
        super().close()
