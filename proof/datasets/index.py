"""The lists of a data set: its games, and those that were left out. A value has neither commas nor quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from proof.datasets.content import Content
from proof.datasets.manifest import INDEX, LEFT_OUT, Listed
from proof.files import Damaged

Columns = tuple[str, ...]
MOST_GAMES: Final = 1_000_000  # of a month; the index is in memory as a whole
MOST_OF_A_ROW: Final = 200  # bytes
_NUMBER: Final = re.compile(r"\d{1,9}", re.ASCII)


def read_index(folder: Path) -> Iterator[tuple[str, Listed]]:
    """Each game with the file of its part, in order. Raises Damaged, or OSError."""
    for game, version, digest, part in rows_of(folder / INDEX, ("game", "version", "hash", "part")):
        if not _NUMBER.fullmatch(version):
            raise Damaged(f"{version} is not the version of a game")
        yield part, Listed(game, int(version), digest)


def read_left_out(folder: Path) -> dict[str, str]:
    """The games that are not in the data set, by their names in the public log, with the reasons."""
    return dict(rows_of(folder / LEFT_OUT, ("entry", "reason")))


def rows_of(
    path: Path, columns: Columns, most: int | None = None, longest: int = MOST_OF_A_ROW
) -> Iterator[Any]:
    most = MOST_GAMES if most is None else most
    if not path.is_file():
        raise FileNotFoundError("there is no such file")
    lines = Content(path).lines(longest)
    if _values(next(lines, b"")) != list(columns):
        raise Damaged(f"its columns are not {', '.join(columns)}")
    for number, line in enumerate(lines, start=1):
        row = _values(line)
        if len(row) != len(columns) or number > most:
            why = "has other columns" if len(row) != len(columns) else f"is beyond the {most} there may be"
            raise Damaged(f"row {number} {why}")
        yield row


def _values(line: bytes) -> list[str]:
    try:
        return line.decode("ascii").rstrip("\r\n").split(",")
    except UnicodeDecodeError:
        raise Damaged("it is not ASCII") from None
