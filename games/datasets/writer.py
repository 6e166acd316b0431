"""Writes the data set of a month: as a whole or not at all.

It grows in a folder of its own and gets its name when it is complete. What a killed process leaves behind is
removed by a later one.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone

from games.datasets.announcements import datasets_announce
from games.datasets.draft import Draft
from games.datasets.inclusion import NotWritten
from games.datasets.months import Month, finished_in, month_before, months_played, published
from games.datasets.parts import keep
from games.work.leases import alone

logger = logging.getLogger("signalbox.datasets")

LEASE_SECONDS: Final = 300.0  # renewed with some games at a time
UNFINISHED: Final = ".unfinished-"
ABANDONED: Final = 86_400.0  # seconds


def datasets_write() -> list[str]:
    """Write what is missing, of all months, and finish what a killed process has begun. Harmless if twice."""
    done, announced = list[str](), datasets_announce()
    for month in months_due():
        if str(month) in announced:
            logger.warning("the data set %s was published, and its files are gone; put them back", month)
            continue
        try:
            done.append(dataset_write(month).name)
        except NotWritten as reason:
            logger.warning("no data set of %s: %s", month, reason)
    return done


def months_due() -> Iterator[Month]:
    """The months that are over, had public games and have no data set, the first one first."""
    if settings.DATASETS_DIR:
        for month in months_played(month_before(timezone.now())):
            if not (root() / str(month)).exists() and published(finished_in(month)).exists():
                yield month


def root() -> Path:
    return Path(settings.DATASETS_DIR)


def dataset_write(month: Month, *, names: bool = False) -> Path:
    """The folder of the new data set. `names`: those of accounts instead of pseudonyms."""
    made = root() / str(month)
    if not settings.DATASETS_DIR:
        raise NotWritten("DATASETS_DIR is not set")
    if made.exists():
        raise NotWritten(f"the data set {month} exists; it never changes")
    if month.end > timezone.now():
        raise NotWritten(f"{month} is not over")
    with alone("datasets", seconds=LEASE_SECONDS) as lease:
        if lease is None:
            raise NotWritten("another process is writing a data set")
        with _unfinished(month) as folder:
            Draft(folder, month, names).write(lease.hold)
            keep(folder)
            _publish(folder, made)
        datasets_announce()
    return made


@contextmanager
def _unfinished(month: Month) -> Iterator[Path]:
    """A folder that is gone afterwards unless it was published, whatever happens."""
    root().mkdir(parents=True, exist_ok=True)
    for old in root().glob(f"{UNFINISHED}*"):
        if time.time() - old.stat().st_mtime > ABANDONED:
            shutil.rmtree(old, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=f"{UNFINISHED}{month}-", dir=root()))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _publish(folder: Path, made: Path) -> None:
    folder.chmod(0o755)
    try:
        folder.rename(made)
    except OSError:
        if made.exists():
            raise NotWritten(f"the data set {made.name} was written by another process") from None
        raise
    handle = os.open(made.parent, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)
