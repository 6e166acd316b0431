"""Tiles: the hashes of a tree in files of 256, and the entries in bundles of 256 (C2SP tlog-tiles).

A tile at level 0 has the hashes of leaves; one at level 1 has a hash for each full tile at level 0, and so
on. The last tile of a level may be partial. Tiles never change, so they can be kept for ever.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from proof.transparency.tree import HASH, Hashes, node_hash

HEIGHT: Final = 8
WIDTH: Final = 1 << HEIGHT
MAX_LEVEL: Final = 63
_PATH: Final = re.compile(r"(?P<upper>(?:x\d{3}/)*)(?P<last>\d{3})(?:\.p/(?P<width>[1-9]\d{0,2}))?")


@dataclass(frozen=True, slots=True)
class Tile:
    level: int
    index: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        return f"tile/{self.level}/{place(self.index, self.width)}"


Tiles = Callable[[Tile], bytes]


def place(index: int, width: int = WIDTH) -> str:
    """The index as a path, three digits a step: 1234067 is x001/x234/067."""
    steps = [f"{index % 1000:03d}"]
    while index := index // 1000:
        steps.insert(0, f"x{index % 1000:03d}")
    partial = "" if width == WIDTH else f".p/{width}"
    return "/".join(steps) + partial


def placed(path: str) -> tuple[int, int] | None:
    """The index and the width that a path names; None if it is not spelled as `place` spells it."""
    found = _PATH.fullmatch(path)
    if found is None:
        return None
    index = int(found["upper"].replace("x", "").replace("/", "") + found["last"])
    width = int(found["width"] or WIDTH)
    return (index, width) if place(index, width) == path and 0 < width <= WIDTH else None


def last_tiles(size: int) -> Iterator[Tile]:
    """The last tile of each level that a tree of this size has."""
    for level in range(MAX_LEVEL + 1):
        count = size >> (HEIGHT * level)
        if not count:
            return
        yield tile_with(level, count - 1, size)


def tile_with(level: int, number: int, size: int) -> Tile:
    """The tile of a tree of this size that has the hash with this number at the level."""
    count, index = size >> (HEIGHT * level), number // WIDTH
    return Tile(level, index, min(count - index * WIDTH, WIDTH))


def hashes_from(tiles: Tiles, size: int) -> Hashes:
    """The hashes of a tree of this size, read from its tiles."""

    def read(height: int, index: int) -> bytes:
        level, below = divmod(height, HEIGHT)
        first = index << below
        tile = tile_with(level, first, size)
        start = first % WIDTH * HASH
        return _folded(tiles(tile)[start : start + (HASH << below)])

    return read


def _folded(hashes: bytes) -> bytes:
    """The hash over a power of two of hashes."""
    row = [hashes[at : at + HASH] for at in range(0, len(hashes), HASH)]
    while len(row) > 1:
        row = [node_hash(row[at], row[at + 1]) for at in range(0, len(row), 2)]
    return row[0]


def parent(tile: bytes) -> bytes:
    """The hash of a full tile, which stands in the tile above it."""
    if len(tile) != WIDTH * HASH:
        raise ValueError("only a full tile has a hash above it")
    return _folded(tile)


def bundle(entries: Sequence[bytes]) -> bytes:
    """Entries, each with its length in two bytes before it."""
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def unbundled(data: bytes) -> list[bytes]:
    entries, at = [], 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        entry = data[at + 2 : at + 2 + length]
        if len(entry) < length or at + 2 > len(data):
            raise ValueError("the bundle ends in the middle of an entry")
        entries.append(entry)
        at += 2 + length
    return entries
