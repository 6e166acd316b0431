"""A log read over HTTP: its newest checkpoint, its tiles and its entries."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from http.client import HTTPException
from typing import Final, TypeVar
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from proof.transparency.checkpoints import Checkpoint, checkpoint_opened
from proof.transparency.notes import NoteError, UnknownKey, Verifier
from proof.transparency.policy import NotCosigned, Policy
from proof.transparency.tiles import WIDTH, Tile, hashes_from, place, tile_with, unbundled
from proof.transparency.tree import HASH, Hashes, leaf_hash, root

SECONDS: Final = 30
MOST_BYTES: Final = WIDTH * (2 + 65535)
PAUSES: Final = (1.0, 5.0)  # seconds before an answer that was damaged is asked for again

Fetch = Callable[[str], bytes]
T = TypeVar("T")


class Unreachable(Exception):
    """The log cannot be read, or not as it was signed; that says nothing about what is in it."""


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
        except (URLError, HTTPException, OSError, ValueError) as error:
            raise Unreachable(f"{path}: {error}") from None
        if len(data) > MOST_BYTES:
            raise Unreachable(f"{path}: too long")
        return data

    return fetch


class Mirror:
    """Reads a log and believes nothing: every hash has to lead to the signed root.

    What does not lead there was damaged, on its way or by the server. Only what is signed is evidence. So it
    is read again, and if that does not help, the log cannot be read.
    """

    def __init__(
        self,
        fetch: Fetch,
        *keys: Verifier,
        pauses: Sequence[float] = PAUSES,
        policy: Policy | None = None,
    ) -> None:
        self.fetch, self.keys = fetch, keys
        self.pauses, self.policy = pauses, policy

    def insist(self, read: Callable[[], T]) -> T:
        for pause in self.pauses:
            try:
                return read()
            except Unreachable:
                time.sleep(pause)
        return read()

    def checkpoint(self) -> tuple[str, Checkpoint]:
        return self.insist(self._checkpoint)

    def _checkpoint(self) -> tuple[str, Checkpoint]:
        try:
            note = self.fetch("checkpoint").decode()
            if self.policy:
                self.policy.check(note)
            return note, checkpoint_opened(note, *self.keys)
        except UnknownKey as error:
            raise Unreachable(
                f"checkpoint: {error}; if the log has a new key, give both with --vkey"
            ) from None
        except (UnicodeDecodeError, NoteError, NotCosigned) as error:
            raise Unreachable(f"checkpoint: {error}") from None

    def hashes(self, size: int) -> Hashes:
        """The hashes of the tree of this size; each tile is fetched once."""
        known: dict[Tile, bytes] = {}

        def read(tile: Tile) -> bytes:
            if tile not in known:
                known[tile] = self.insist(partial(self._tile, tile))
            return known[tile]

        return hashes_from(read, size)

    def _tile(self, tile: Tile) -> bytes:
        data = self.fetch(tile.path)
        if len(data) != tile.width * HASH:
            raise Unreachable(f"{tile.path} has {len(data)} bytes, {tile.width * HASH} are due")
        return data

    def check_root(self, checkpoint: Checkpoint) -> None:
        found = root(checkpoint.size, self.hashes(checkpoint.size))
        if found != checkpoint.root:
            raise Unreachable(f"the tiles lead to the root {found.hex()}, signed is {checkpoint.root.hex()}")

    def entries(self, first: int, size: int) -> Iterator[tuple[int, bytes]]:
        """The entries from this one up to the size, each compared with its hash in the tree."""
        for start in range(first // WIDTH * WIDTH, size if first < size else 0, WIDTH):
            found = self.insist(partial(self._bundle, tile_with(0, start, size)))
            numbers = range(max(first, start), start + len(found))
            yield from ((number, found[number - start]) for number in numbers)

    def _bundle(self, tile: Tile) -> list[bytes]:
        path = f"tile/entries/{place(tile.index, tile.width)}"
        try:
            found = unbundled(self.fetch(path))
        except ValueError as error:
            raise Unreachable(f"{path}: {error}") from None
        if len(found) != tile.width:
            raise Unreachable(f"{path} has {len(found)} entries, {tile.width} are due")
        hashes = self._tile(tile)
        for at, entry in enumerate(found):
            if leaf_hash(entry) != hashes[at * HASH : (at + 1) * HASH]:
                number = tile.index * WIDTH + at
                raise Unreachable(f"entry {number} does not have the hash that stands in the tree")
        return found
