"""Attempts at the due work of a game: one at a time, and after a failure not before a pause.

Work that fails keeps nothing else waiting, neither other games nor other work of this one: a row says until
when it is left alone. The pauses grow until it succeeds, the game advances, or an operator releases it.
Failures of the database are not the game's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from traceback import extract_tb
from typing import Final
from uuid import UUID, uuid4

import redis
from django.conf import settings
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from games.failures import Unreadable, contained
from games.log.store import version_now
from games.redis_clients import shared_client
from games.work.leases import alone
from games.work.models import Setback
from games.work.schedule import pause_after

logger = logging.getLogger("signalbox.work")

KEEPS_FAILING: Final = 3  # so many failures in a row are worth an operator's look
MAX_REASON_LENGTH: Final = 2000
# An attempt is ended by then. When a worker is killed, its game waits for the lease.
SOFT_SECONDS: Final = 30
HARD_SECONDS: Final = 40
LEASE_SECONDS: Final = HARD_SECONDS + 5.0
REMEMBERED_SECONDS: Final = 3600  # that an attempt has begun
FORGET: Final = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end"

Work = Setback.Work


class MovedOn(Exception):
    """The game is no longer at the version that the work was for."""


def game_attempt(
    game_id: UUID, sort: Work, work: Callable[[], object], *, version: int | None = None
) -> bool:
    """Do the work, unless another process is doing it or it failed lately. Returns whether it succeeded.

    Raises `MovedOn` if the game is no longer at `version`.
    """
    with alone(f"{sort.value}:{game_id}", seconds=LEASE_SECONDS) as lease:
        if lease is None:
            return False
        current = version_now(game_id)
        if version not in (None, current):
            raise MovedOn
        return game_try(game_id, sort, lambda: _noted(f"{sort.value}:{game_id}", current, work))


def game_try(game_id: UUID, sort: Work, work: Callable[[], object]) -> bool:
    """Do the work, unless it failed lately. Returns whether it succeeded; raises if the database failed."""
    setback = Setback.objects.filter(game=game_id, work=sort).first()
    if setback and setback.retry_at > timezone.now() and setback.version == version_now(game_id):
        return False
    with contained(logger, "%s failed for game %s", sort.value, game_id) as failure:
        work()
    if failure.error:
        setback_note(game_id, sort, _reason(failure.error))
    elif setback:
        setback.delete()
    return failure.error is None


class WorkerDied(Exception):
    """The last attempt began at this version and never ended."""


def _noted(name: str, version: int, work: Callable[[], object]) -> None:
    """Do the work, and note in Redis that it has begun until it has ended, however it ends.

    A worker that is killed leaves the note, and whoever finds it does nothing. Another attempt that began
    meanwhile keeps its own.
    """
    mine = f"{version} {uuid4()}"
    if _begin(name, mine).startswith(f"{version} "):
        _end(name, mine)
        raise WorkerDied(f"at version {version}")
    try:
        work()
    except Exception:
        _end(name, mine)
        raise
    _end(name, mine)


def _begin(name: str, mine: str) -> str:
    """What was noted before. Without Redis nobody knows."""
    try:
        before = shared_client(settings.REDIS_URL).set(f"begun:{name}", mine, ex=REMEMBERED_SECONDS, get=True)
    except redis.RedisError:
        return ""
    return before.decode() if isinstance(before, bytes) else ""


def _end(name: str, mine: str) -> None:
    try:
        shared_client(settings.REDIS_URL).eval(FORGET, 1, f"begun:{name}", mine)
    except redis.RedisError:
        logger.warning("Redis does not respond: the end of %s is not noted", name)


def _reason(error: Exception) -> str:
    """Where it happened. The message is only logged, because it might name a hidden card."""
    if isinstance(error, Unreadable | WorkerDied):
        return f"{type(error).__name__}: {error}"
    place = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.name}, {Path(place.filename).name}:{place.lineno}"


def setback_note(game_id: UUID, sort: Work, reason: str) -> None:
    """Leave this work for a while, longer with every failure at one version."""
    version = version_now(game_id)
    old = Setback.objects.filter(game=game_id, work=sort, version=version).first()
    failures, now = (old.failures if old else 0) + 1, timezone.now()
    pause = pause_after(failures)
    Setback.objects.update_or_create(
        game_id=game_id,
        work=sort,
        defaults={
            "version": version,
            "failures": failures,
            "since": old.since if old else now,
            "because": reason[:MAX_REASON_LENGTH],
            "retry_at": now + pause,
        },
    )
    level = logging.ERROR if failures >= KEEPS_FAILING else logging.WARNING
    words = "%s of game %s wait for %s: %s"
    logger.log(level, words, sort.value, game_id, timedelta(seconds=round(pause.total_seconds())), reason)


def held_back(sort: Work, game: str = "pk") -> Exists:
    """The condition that this work is left alone for now. `game`: how a row names its game."""
    version = "version" if game == "pk" else f"{game}__version"
    mine = Setback.objects.filter(game=OuterRef(game), work=sort, version=OuterRef(version))
    return Exists(mine.filter(retry_at__gt=timezone.now()))


def games_parked() -> QuerySet[Setback]:
    """The games whose tasks keep failing."""
    return Setback.objects.filter(version=F("game__version"), failures__gte=KEEPS_FAILING)


def game_release(game_id: UUID) -> bool:
    """Try a game again now. Returns whether its tasks had failed."""
    return bool(Setback.objects.filter(game=game_id).delete()[0])
