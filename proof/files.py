"""Reading files that anybody may have made, in bounded memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

MOST_OF_A_LINE: Final = 1 << 20
MOST_OF_A_DOCUMENT: Final = 4 << 20  # which is in memory as a whole


class Damaged(Exception):
    """The bytes cannot be unpacked, are not lines, or are too many."""


def lines_of(stream: IO[bytes], most: int, longest: int = MOST_OF_A_LINE) -> Iterator[bytes]:
    """Raises Damaged where the stream cannot be read further, or after so many bytes."""
    size = 0
    while line := _line(stream, size, longest):
        size += len(line)
        if size > most:
            raise Damaged(f"it has more than {most} bytes")
        yield line


def _line(stream: IO[bytes], size: int, longest: int) -> bytes:
    try:
        line = stream.readline(longest + 1)
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise Damaged(f"it cannot be read after {size} bytes: {error}") from None
    except Exception as error:
        if type(error).__name__ != "ZstdError":  # of two libraries, neither of which need be here
            raise
        raise Damaged(f"it cannot be read after {size} bytes: {error}") from None
    if len(line) > longest:
        raise Damaged(f"a line after {size} bytes has more than {longest}")
    return line


def document(path: Path, most: int = MOST_OF_A_DOCUMENT) -> str:
    """A file that is small. Raises OSError, UnicodeDecodeError, or Damaged if it is not."""
    with path.open("rb") as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise Damaged(f"it has more than {most} bytes")
    return found.decode()
