"""Leases: work that one process at a time should do, such as the turns of a game's bots.

A lease saves work and keeps a bot that never stops thinking from blocking many workers. It protects no data:
only row locks do (`log.locks`). It lives in Redis and expires, so it ends with its process, however that
ends. It needs no database session, so a pooler in transaction mode does no harm. Without Redis
everyone works.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import redis
from django.conf import settings
from redis.exceptions import LockError

from games.redis_clients import shared_client


class Lease:
    """Has to be held again, by `hold`, before `seconds` are over."""

    def __init__(self, name: str, seconds: float) -> None:
        client = shared_client(settings.REDIS_URL)
        self._lock = client.lock(f"lease:{name}", timeout=seconds, thread_local=False)

    def hold(self) -> bool:
        """Take the lease, or renew it if it is ours. Returns False if another process has it."""
        try:
            return self._renew() or bool(self._lock.acquire(blocking=False))
        except redis.RedisError:
            return True

    def _renew(self) -> bool:
        try:
            return self._lock.reacquire()
        except LockError:  # never taken, or lost
            return False

    def give_back(self) -> None:
        """One that is not ours, or no longer, stays as it is."""
        with suppress(redis.RedisError):
            self._lock.release()


@contextmanager
def alone(name: str, *, seconds: float) -> Iterator[Lease | None]:
    """Yields None if another process is doing this work."""
    lease = Lease(name, seconds)
    if not lease.hold():
        yield None
        return
    try:
        yield lease
    finally:
        lease.give_back()
