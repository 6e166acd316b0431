"""What is in a part: its bytes are hashed as they are read, unpacked, and cut into the exports of games."""

from __future__ import annotations

import gzip
import hashlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final, cast

from proof.datasets.manifest import NotADataset, Part
from proof.exports import MOST_BYTES, MOST_EVENTS
from proof.files import MOST_OF_A_LINE, Damaged, lines_of

READ_AT_ONCE: Final = 1 << 18
MOST_OF_A_PART: Final = 2 << 30  # unpacked; 500 games of World have half a gigabyte
HEADER: Final = b'"format":"signalbox-game"'  # quotes in a text are escaped, so this is always a member
PACKED: Final = (".zst", ".gz")
NO_ZSTD: Final = (
    "to read .zst, install the package zstandard, use Python 3.14 or later, or unpack the parts with zstd -d"
)


def part_path(folder: Path, part: Part) -> Path | None:
    """The file of a part as it was published or, if that is not there, as somebody has unpacked it."""
    plain = part.file
    for ending in PACKED:
        plain = plain.removesuffix(ending)
    for name in (part.file, plain, f"{plain}.gz"):
        if (folder / name).is_file():
            return folder / name
    return None


def file_hash(path: Path) -> tuple[int, str]:
    """The size of a file and its SHA-256."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while data := file.read(READ_AT_ONCE):
            found.update(data)
        return file.tell(), found.hexdigest()


class Content:
    """The unpacked bytes of a file, line by line; size and hash are known when all is read."""

    def __init__(self, path: Path) -> None:
        self.path, self.size, self._hash = path, 0, hashlib.sha256()

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()

    def lines(self, longest: int = MOST_OF_A_LINE) -> Iterator[bytes]:
        """Raises Damaged where the file cannot be read further."""
        with self.path.open("rb") as file, unpacked(file, self.path.suffix) as stream:
            for line in lines_of(stream, MOST_OF_A_PART, longest):
                self.size += len(line)
                self._hash.update(line)
                yield line


def unpacked(file: IO[bytes], ending: str) -> IO[bytes]:
    if ending == ".gz":
        return cast("IO[bytes]", gzip.GzipFile(fileobj=file))
    return _zstd(file) if ending == ".zst" else file


def _zstd(file: IO[bytes]) -> IO[bytes]:
    """With the module of Python 3.14 or the package of older ones."""
    library = zstd_library()
    if library is None:
        raise NotADataset(NO_ZSTD)
    if hasattr(library, "ZstdFile"):
        return cast("IO[bytes]", library.ZstdFile(file))
    reader = library.ZstdDecompressor().stream_reader(file, read_across_frames=True)
    return io.BufferedReader(reader, READ_AT_ONCE)


def zstd_library() -> Any:
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415 (optional)
    except ImportError:
        try:
            import zstandard  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415 (optional)
        except ImportError:
            return None
        return zstandard
    return zstd


def exports(lines: Iterator[bytes]) -> Iterator[list[bytes]]:
    """The lines of each game: a header begins the next one."""
    game: list[bytes] = []
    size = 0
    for line in lines:
        if HEADER in line and game:
            yield game
            game, size = [], 0
        size += len(line)
        if len(game) > MOST_EVENTS or size > MOST_BYTES:
            raise Damaged(f"a game has more than {MOST_EVENTS} events or {MOST_BYTES} bytes")
        game.append(line)
    if game:
        yield game
