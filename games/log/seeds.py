"""The seed of a game, and the key that follows from it."""

from __future__ import annotations

import secrets
from functools import lru_cache
from uuid import UUID

from games.models import Seed
from rules.chance import game_key


@lru_cache(maxsize=4096)
def key_of(game_id: UUID, client_seeds: tuple[str, ...]) -> bytes:
    """The game key. It is fixed once the game has started, and never asked for before."""
    seed, origin = Seed.objects.values_list("seed", "game__origin").get(game_id=game_id)
    return game_key(bytes(seed), str(origin or game_id), client_seeds)


def seed_of(game_id: UUID) -> bytes:
    return bytes(Seed.objects.values_list("seed", flat=True).get(game_id=game_id))


def new_seed() -> bytes:
    return secrets.token_bytes(32)
