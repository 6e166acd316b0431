"""A log read over HTTP: its newest checkpoint, its tiles and its entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from rules.transparency.checkpoints import Checkpoint, checkpoint_opened
from rules.transparency.notes import NoteError, Verifier
from rules.transparency.tiles import WIDTH, Tile, hashes_from, place, tile_with, unbundled
from rules.transparency.tree import HASH, Hashes, leaf_hash, root

SECONDS: Final = 30
MOST_BYTES: Final = WIDTH * (2 + 65535)

Fetch = Callable[[str], bytes]


class Unreachable(Exception):
    """The log cannot be read; that says nothing about what is in it."""


def fetch_from(address: str) -> Fetch:
    """Reads the files of a log below an address, such as https://example.org/log."""
    if not address.startswith(("https://", "http://")):
        raise Unreachable(f"{address} is not the address of a log")

    def fetch(path: str) -> bytes:
        request = Request(f"{address.rstrip('/')}/{path}", headers={"Accept-Encoding": "identity"})  # noqa: S310 (checked above)
        try:
            with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
                data: bytes = answer.read(MOST_BYTES + 1)
        except HTTPError as error:
            raise Unreachable(f"{path}: the server answered {error.code}") from None
        except (URLError, OSError, ValueError) as error:
            raise Unreachable(f"{path}: {error}") from None
        if len(data) > MOST_BYTES:
            raise Unreachable(f"{path}: too long")
        return data

    return fetch


class Mirror:
    """Reads a log and believes nothing: every hash has to lead to the signed root."""

    def __init__(self, fetch: Fetch, key: Verifier) -> None:
        self.fetch = fetch
        self.key = key

    def checkpoint(self) -> tuple[str, Checkpoint]:
        try:
            note = self.fetch("checkpoint").decode()
        except UnicodeDecodeError:
            raise NoteError("the checkpoint is not text") from None
        return note, checkpoint_opened(note, self.key)

    def hashes(self, size: int) -> Hashes:
        """The hashes of the tree of this size; each tile is fetched once."""
        known: dict[Tile, bytes] = {}

        def read(tile: Tile) -> bytes:
            if tile not in known:
                known[tile] = self._tile(tile)
            return known[tile]

        return hashes_from(read, size)

    def _tile(self, tile: Tile) -> bytes:
        data = self.fetch(tile.path)
        if len(data) != tile.width * HASH:
            raise NoteError(f"{tile.path} has {len(data)} bytes, {tile.width * HASH} are due")
        return data

    def check_root(self, checkpoint: Checkpoint) -> None:
        found = root(checkpoint.size, self.hashes(checkpoint.size))
        if found != checkpoint.root:
            raise NoteError(f"the tiles lead to the root {found.hex()}, signed is {checkpoint.root.hex()}")

    def entries(self, first: int, size: int) -> Iterator[tuple[int, bytes]]:
        """The entries from this one up to the size, each compared with its hash in the tree."""
        for start in range(first // WIDTH * WIDTH, size if first < size else 0, WIDTH):
            tile = tile_with(0, start, size)
            found = unbundled(self.fetch(f"tile/entries/{place(tile.index, tile.width)}"))
            if len(found) != tile.width:
                raise NoteError(f"bundle {tile.index} has {len(found)} entries, {tile.width} are due")
            hashes = self._tile(tile)
            for number in range(max(first, start), start + tile.width):
                at = (number - start) * HASH
                if leaf_hash(found[number - start]) != hashes[at : at + HASH]:
                    raise NoteError(f"entry {number} does not have the hash that stands in the tree")
                yield number, found[number - start]
