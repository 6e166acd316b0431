"""Writes the flat tables of a data set as Parquet.

Rows are first appended to a file for each table; DuckDB then reads it and writes Parquet, within a bounded
amount of memory.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Final

from games.datasets.inclusion import NotWritten
from games.datasets.rows import COLUMNS, Row

LIMITS: Final[dict[str, Any]] = {"threads": 1, "memory_limit": "256MB"}
_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Tables:
    def __init__(self, folder: Path, files: Mapping[str, IO[str]]) -> None:
        self.folder, self._files = folder, files
        self.counts = dict.fromkeys(COLUMNS, 0)

    def add(self, rows: Iterable[tuple[str, Row]]) -> None:
        for table, row in rows:
            self.counts[table] += 1
            self._files[table].write(_text(row) + "\n")

    def to_parquet(self) -> list[Path]:
        """The files of the rows are gone afterwards."""
        return [self._convert(table) for table in COLUMNS]

    def _convert(self, table: str) -> Path:
        rows, made = _rows(self.folder, table), self.folder / f"{table}.parquet"
        columns = ", ".join(f"{name}: '{kind}'" for name, kind in COLUMNS[table].items())
        source = f"read_json('{rows}', format = 'newline_delimited', columns = {{{columns}}})"
        settings = {**LIMITS, "temp_directory": str(self.folder)}
        _run(f"COPY (FROM {source}) TO '{made}' (FORMAT parquet, COMPRESSION zstd)", settings)
        rows.unlink()
        return made


def _run(statement: str, settings: dict[str, Any]) -> None:
    import duckdb  # noqa: PLC0415 – 40 MB that only the writer of a data set needs

    try:
        with duckdb.connect(config=settings) as database:
            database.execute(statement)
    except duckdb.Error as error:
        raise NotWritten(str(error)) from error


def _rows(folder: Path, table: str) -> Path:
    return folder / f"{table}.rows"


@contextmanager
def tables_in(folder: Path) -> Iterator[Tables]:
    """Inside the block rows are added; after it they can be converted."""
    with ExitStack() as stack:
        files = {
            table: stack.enter_context(_rows(folder, table).open("w", encoding="utf-8")) for table in COLUMNS
        }
        yield Tables(folder, files)
