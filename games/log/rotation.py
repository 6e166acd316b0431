"""Seals seeds with a new key. It can be stopped and repeated at any time, and games go on meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from games.failures import Unreadable
from games.log.cipher import known_keys, open_seed, seal_seed
from games.log.models import Seed

AT_ONCE: Final = 500

Row = tuple[UUID, bytes | memoryview, str]


def seeds_reseal() -> tuple[int, Counter[str]]:
    """Seal every seed that is under an old key. Returns how many, and how many could not be read, by key."""
    done, left = 0, Counter[str]()
    for game_id, sealed, name in _outdated():
        try:
            done += _reseal(game_id, sealed, name)
        except Unreadable:
            left[name] += 1
    return done, left


def _outdated() -> Iterator[Row]:
    rows = sealed_seeds().exclude(sealed_with=known_keys()[0]).order_by("game_id")
    last: list[Row] = []
    while batch := list(_after(rows, last).values_list("game_id", "seed", "sealed_with")[:AT_ONCE]):
        yield from batch
        last = batch[-1:]


def _after(rows: QuerySet[Seed], last: list[Row]) -> QuerySet[Seed]:
    return rows.filter(game_id__gt=last[0][0]) if last else rows


def _reseal(game_id: UUID, sealed: bytes | memoryview, name: str) -> int:
    """Without a lock: a seed that has changed meanwhile was unsealed, because the game is over."""
    fresh, current = seal_seed(open_seed(bytes(sealed), name, game_id), game_id)
    return Seed.objects.filter(game_id=game_id, sealed_with=name).update(seed=fresh, sealed_with=current)


def sealed_seeds() -> QuerySet[Seed]:
    return Seed.objects.exclude(sealed_with="")


def keys_in_use() -> set[str]:
    """The ids of the keys with which seeds are sealed.

    Each is found by the one before it in the index, so that many games take no longer than one.
    """
    sealed = Seed.objects.order_by("sealed_with").values_list("sealed_with", flat=True)
    found: set[str] = set()
    last = ""
    while key := sealed.filter(sealed_with__gt=last).first():
        found.add(key)
        last = key
    return found


def seeds_unreadable() -> QuerySet[Seed]:
    """Of games that cannot be played until a missing key is set."""
    return Seed.objects.filter(sealed_with__in=keys_in_use() - set(known_keys()))


def lacks_every_key() -> bool:
    """Whether there are sealed seeds, and this server has the key of none: its SEALING_KEY is wrong."""
    used = keys_in_use()
    return bool(used) and used.isdisjoint(known_keys())
