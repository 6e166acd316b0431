"""The seed of a game and the key derived from it."""

from __future__ import annotations

import secrets
from functools import lru_cache
from uuid import UUID

from games.models import Seed
from games.table.state import Table
from rules.chance import game_key, key_name


def key_of(game_id: UUID, table: Table) -> bytes:
    """The game key. Call it only after the start, which fixes the key."""
    return _key(game_id, table.purpose, tuple(table.client_seeds))


@lru_cache(maxsize=4096)
def _key(game_id: UUID, purpose: str | None, client_seeds: tuple[str, ...]) -> bytes:
    seed, origin = Seed.objects.values_list("seed", "game__origin").get(game_id=game_id)
    return game_key(bytes(seed), key_name(str(origin or game_id), purpose), client_seeds)


def seed_of(game_id: UUID) -> bytes:
    return bytes(Seed.objects.values_list("seed", flat=True).get(game_id=game_id))


def new_seed() -> bytes:
    return secrets.token_bytes(32)
