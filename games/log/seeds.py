"""The seed of a game, and the keys derived from it.

A seed is stored encrypted until the game is over. Then it is published in the log, or of no use to anybody,
so it is stored as it is: finished games do not depend on a sealing key.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from functools import lru_cache
from typing import Final
from uuid import UUID

from games.failures import Unreadable
from games.log.cipher import Box, open_seed, seal_seed
from games.log.models import Seed
from rules.chance import game_key, key_name
from rules.table.state import Table

KEYS_KEPT: Final = 4096


def key_of(game_id: UUID, table: Table) -> bytes:
    """The game key. Call it only after the start, which fixes the key."""
    return _key(game_id, table.purpose, tuple(table.client_seeds))


@lru_cache(maxsize=KEYS_KEPT)
def _key(game_id: UUID, purpose: str | None, client_seeds: tuple[str, ...]) -> bytes:
    seed, origin = _cached(game_id)
    return game_key(seed, key_name(str(origin or game_id), purpose), client_seeds)


@lru_cache(maxsize=KEYS_KEPT)
def box_of(game_id: UUID) -> Box:
    """Encrypts what the database holds of this game and not everybody may read."""
    return Box(_cached(game_id)[0], game_id)


def seed_of(game_id: UUID) -> bytes:
    """Raises `Unreadable` if it is lost, damaged or sealed with a key that is not set."""
    return _stored(game_id)[0]


def _stored(game_id: UUID) -> tuple[bytes, UUID | None]:
    """The seed, and the id in the log of an import."""
    rows = Seed.objects.filter(game_id=game_id).values_list("seed", "sealed_with", "game__origin")
    for seed, name, origin in rows:
        return open_seed(bytes(seed), name, game_id) if name else bytes(seed), origin
    raise Unreadable(game_id, "its seed is lost")


_cached = lru_cache(maxsize=KEYS_KEPT)(_stored)


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def seed_keep(game_id: UUID, seed: bytes) -> None:
    sealed, name = seal_seed(seed, game_id)
    Seed.objects.create(game_id=game_id, seed=sealed, sealed_with=name)


def seed_keep_open(game_id: UUID, seed: bytes) -> None:
    """For an import, whose log has the seed in it."""
    Seed.objects.create(game_id=game_id, seed=seed)


def seed_unseal(game_id: UUID) -> None:
    """Call it when the game is over. A table can be closed even if its seed cannot be read."""
    with suppress(Unreadable):
        Seed.objects.filter(game_id=game_id).update(seed=seed_of(game_id), sealed_with="")
