"""A worker that has failed ends.

A worker that cannot go on, for example because a full disk makes the broker refuse to write, stops by
itself and is started again. It first waits for its children, and may do so for ever: nobody then plays for
the bots, and from outside the worker looks alive.
"""

import logging
import os
import threading
from typing import Any, Final

from celery import Celery
from celery.bootsteps import StartStopStep

logger = logging.getLogger("signalbox.worker")

PATIENCE: Final = 30.0  # seconds


class Ending(StartStopStep):
    """Ends the process some time after it failed. What it was doing is done again by another.

    One that was told to stop may take as long as its tasks: whoever told it kills it if that is too long.
    """

    requires = ("celery.worker.components:Pool",)

    def close(self, worker: Any) -> None:
        if not worker.exitcode:
            return
        timer = threading.Timer(PATIENCE, end)
        timer.daemon = True  # one that stops in time does not wait for it
        timer.start()


def end() -> None:
    logger.critical("the worker has failed and has not stopped within %g s: it is ended", PATIENCE)
    os._exit(1)


def install(app: Celery) -> None:
    app.steps["worker"].add(Ending)
