"""Writes the parts of a data set: compressed as they grow, so that memory does not grow with them."""

from __future__ import annotations

import gzip
import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final
from uuid import UUID

import zstandard

from proof.chain import canonical
from proof.datasets.content import file_hash
from proof.datasets.manifest import INDEX, LEFT_OUT, REASONS, Extra, Part
from proof.transparency.entries import blinded

GAMES_IN_A_PART: Final = 500
LEVEL: Final = 10  # takes about as long as reading the games


@dataclass(slots=True)
class OpenPart:
    """A part while it is written."""

    path: Path
    file: IO[bytes]
    out: Any  # zstandard's
    games: int = 0
    events: int = 0
    size: int = 0
    hash: Any = field(default_factory=hashlib.sha256)

    def add(self, lines: Iterable[bytes]) -> None:
        self.games += 1
        self.events -= 1  # the header is none
        for line in lines:
            self.events += 1
            self.size += len(line)
            self.hash.update(line)
            self.out.write(line)

    def close(self) -> Part:
        self.out.close()
        size, sha256 = file_hash(self.path)
        return Part(self.path.name, self.games, self.events, size, sha256, self.size, self.hash.hexdigest())


class Parts:
    """All parts, and the index of their games."""

    def __init__(self, folder: Path, index: IO[str]) -> None:
        self.folder, self.done = folder, list[Part]()
        self._index = index
        self._open: OpenPart | None = None
        self._index.write("game,version,hash,part\n")

    def add(self, header: dict[str, Any], entries: list[dict[str, Any]]) -> None:
        part = self._open or self._begin()
        part.add(canonical(line) + b"\n" for line in (header, *entries))
        self._index.write(f"{header['game']},{header['version']},{header['hash']},{part.path.name}\n")
        if part.games == GAMES_IN_A_PART:
            self._end()

    def _begin(self) -> OpenPart:
        path = self.folder / f"games-{len(self.done) + 1:05d}.ndjson.zst"
        file = path.open("wb")
        packer = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)
        self._open = OpenPart(path, file, packer.stream_writer(file))
        return self._open

    def _end(self) -> None:
        if self._open is not None:
            self.done.append(self._open.close())
            self._open = None

    @property
    def events(self) -> int:
        return sum(part.events for part in self.done)

    def close(self) -> None:
        self._end()

    def abandon(self) -> None:
        """Whatever broke off, no file stays open."""
        if self._open is not None:
            self._open.file.close()


@contextmanager
def parts_in(folder: Path) -> Iterator[Parts]:
    with gzip.open(folder / INDEX, "wt", encoding="utf-8", newline="") as index:
        parts = Parts(folder, index)
        try:
            yield parts
        except BaseException:
            parts.abandon()
            raise
        parts.close()


def left_out_write(folder: Path, games: Iterable[tuple[UUID, str]]) -> dict[str, int]:
    """The games of the month that are not in the data set, as the public log names them, and their counts."""
    rows = sorted((blinded(str(game)), reason) for game, reason in games)
    with gzip.open(folder / LEFT_OUT, "wt", encoding="utf-8", newline="") as file:
        file.write("entry,reason\n")
        file.writelines(f"{name},{reason}\n" for name, reason in rows)
    counted = Counter(reason for _, reason in rows)
    return {reason: counted[reason] for reason in REASONS}


def extra(path: Path) -> Extra:
    return Extra(path.name, *file_hash(path))


def keep(folder: Path) -> None:
    """All of it is on the disk before the data set gets its name."""
    for path in (*folder.iterdir(), folder):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
