"""Proofs that games are in the public log, all under one checkpoint."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from games.log.models import Game
from games.transparency.models import Checkpoint, Leaf
from games.transparency.publication import newest
from games.transparency.storage import tile_read
from proof.transparency.tiles import Tile, hashes_from
from proof.transparency.tree import inclusion

TILES_KEPT: Final = 512
HASHES_KEPT: Final = 4096


class NotWritten(Exception):
    """There is no new data set, and nothing of it is left."""


class Inclusion:
    def __init__(self, checkpoint: Checkpoint) -> None:
        self.checkpoint = checkpoint
        # Games that ended one after the other have most hashes in common.
        self._hashes = lru_cache(HASHES_KEPT)(hashes_from(lru_cache(TILES_KEPT)(_tile), checkpoint.size))

    @classmethod
    def now(cls) -> Inclusion:
        found = newest()
        if found is None:
            raise NotWritten("the public log is empty")
        return cls(found)

    def of(self, games: Sequence[Game]) -> dict[UUID, dict[str, Any]]:
        """By game: the entry of its last head, and the hashes from it to the root. One query for all."""
        leaves = Leaf.objects.filter(
            game__in=[game.id for game in games], kind="game_head", index__lt=self.checkpoint.size
        )
        last = {leaf.game: leaf for leaf in leaves.order_by("index")}
        return {game.id: self._proof(game, last.get(game.id)) for game in games}

    def _proof(self, game: Game, leaf: Leaf | None) -> dict[str, Any]:
        if leaf is None or json.loads(entry := bytes(leaf.entry).decode())["version"] != game.version:
            raise NotWritten(f"the end of game {game.id} is not in the public log yet; try again later")
        hashes = inclusion(leaf.index, self.checkpoint.size, self._hashes)
        return {"index": leaf.index, "entry": entry, "hashes": [b64encode(one).decode() for one in hashes]}


def _tile(tile: Tile) -> bytes:
    found = tile_read(tile)
    if found is None:
        raise LookupError(tile.path)
    return found
