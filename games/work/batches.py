"""Due work of no account, done batch by batch: the public log and the search.

A batch puts many facts into one order or one sum, so one process at a time writes it, in one transaction. An
advisory lock ends with that transaction. A lease could end before it, and no row lock would help.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from games.sql import fetch


def in_batches(lock: int, batch: Callable[[], tuple[int, int]], *, most: int) -> int:
    """Do what is due, unless another process is doing it. Returns how much was done.

    `batch` takes up to `most` and returns how many it took, and how many of them it did.
    """
    total = 0
    while True:
        with transaction.atomic():
            is_free = fetch("SELECT pg_try_advisory_xact_lock(%s)", lock)[0][0]
            taken, done = batch() if is_free else (0, 0)
        total += done
        if taken < most:
            return total
