"""The tree in the database: its leaves, and its hashes by tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.sql import fetch
from games.transparency.models import Leaf, LogTile
from proof.transparency.tiles import WIDTH, Tile, hashes_from, last_tiles, parent
from proof.transparency.tree import HASH, Hashes

# Hand-written: a proof reads more tiles the larger the log is, and to build the query costs most of it.
TILE: Final = "SELECT hashes FROM games_logtile WHERE level = %s AND index = %s"
TILES: Final = """
SELECT level, index, hashes FROM games_logtile
JOIN unnest(%s::int[], %s::bigint[]) wanted (level, index) USING (level, index)"""


def leaf_count() -> int:
    newest = Leaf.objects.order_by("-index").values_list("index", flat=True).first()
    return 0 if newest is None else newest + 1


def tile_read(tile: Tile) -> bytes | None:
    """The hashes of a tile; None if the tree does not have so many yet."""
    rows = fetch(TILE, tile.level, tile.index)
    hashes = bytes(rows[0][0])[: tile.width * HASH] if rows else b""
    return hashes if len(hashes) == tile.width * HASH else None


def hashes_of(size: int) -> Hashes:
    """The hashes of the tree of this size, for one proof or root: each tile is read once.

    The last tile of every level is a part of almost all of them, so these are read in one statement.
    """
    known = _last_tiles(size)

    def read(tile: Tile) -> bytes:
        if tile not in known:
            found = tile_read(tile)
            if found is None:
                raise LookupError(tile.path)
            known[tile] = found
        return known[tile]

    return hashes_from(read, size)


def _last_tiles(size: int) -> dict[Tile, bytes]:
    last = list(last_tiles(size))
    rows = fetch(TILES, [tile.level for tile in last], [tile.index for tile in last])
    found = {(level, index): bytes(hashes) for level, index, hashes in rows}
    cut = {tile: found.get((tile.level, tile.index), b"")[: tile.width * HASH] for tile in last}
    return {tile: hashes for tile, hashes in cut.items() if len(hashes) == tile.width * HASH}


def tiles_extend(first: int, hashes: Sequence[bytes], level: int = 0) -> None:
    """Append hashes at a level, the first of them with this number; full tiles get a hash in the next one."""
    full: list[bytes] = []
    rest = list(hashes)
    for index in range(first // WIDTH, (first + len(rest) - 1) // WIDTH + 1):
        room = WIDTH - (first % WIDTH if index == first // WIDTH else 0)
        part, rest = rest[:room], rest[room:]
        whole = _tile_append(level, index, WIDTH - room, b"".join(part))
        if len(whole) == WIDTH * HASH:
            full.append(parent(whole))
    if full:
        tiles_extend(first // WIDTH, full, level + 1)


def _tile_append(level: int, index: int, width: int, hashes: bytes) -> bytes:
    before = tile_read(Tile(level, index, width)) if width else b""
    if before is None:
        raise LookupError(f"tile {index} at level {level} has fewer than {width} hashes")
    whole = before + hashes
    LogTile.objects.update_or_create(level=level, index=index, defaults={"hashes": whole})
    return whole


def entries_read(index: int, width: int) -> list[bytes] | None:
    """The entries of a bundle; None if there are not so many yet."""
    first = index * WIDTH
    rows = Leaf.objects.filter(index__gte=first, index__lt=first + width).order_by("index")
    found = [bytes(entry) for entry in rows.values_list("entry", flat=True)]
    return found if len(found) == width else None
