"""What a monitor knows of a log, in one file (SQLite), so that each look reads only what is new.

`tree` has the size that was read and the hashes of the complete subtrees (32 bytes each, the largest first);
`game` what was last said of each game; `wrong` all that ever was wrong, because a monitor must not forget it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rules.transparency.compact import CompactTree
from rules.transparency.tree import HASH

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS tree (size INTEGER NOT NULL, hashes BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS game
    (id TEXT PRIMARY KEY, version INTEGER NOT NULL, hash TEXT NOT NULL, over INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS wrong (entry INTEGER PRIMARY KEY, what TEXT NOT NULL);
"""
KNOWN: Final = "SELECT version, hash, over FROM game WHERE id = ?"
KEEP: Final = "INSERT OR REPLACE INTO game VALUES (?, ?, ?, ?)"
OVER: Final = frozenset(("finished", "closed"))


class Ledger:
    """All games of a log, as far as it has been read."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file
        size, hashes = file.execute("SELECT size, hashes FROM tree").fetchone() or (0, b"")
        try:
            self.tree = CompactTree(size, (hashes[at : at + HASH] for at in range(0, len(hashes), HASH)))
        except ValueError as error:
            raise sqlite3.DataError(str(error)) from None

    @property
    def wrong(self) -> list[str]:
        return [what for (what,) in self._file.execute("SELECT what FROM wrong ORDER BY entry")]

    def keep(self) -> None:
        """Nothing is kept before this: what was read counts only once the root is the signed one."""
        self._file.execute("DELETE FROM tree")
        self._file.execute("INSERT INTO tree VALUES (?, ?)", (self.tree.size, b"".join(self.tree.hashes)))
        self._file.commit()

    def hear(self, index: int, raw: bytes) -> None:
        """Compare an entry with what was said before."""
        if why := self._heard(raw):
            self._file.execute("INSERT INTO wrong VALUES (?, ?)", (index, f"entry {index}{why}"))

    def _heard(self, raw: bytes) -> str | None:
        try:
            entry = json.loads(raw)
            kind = entry["kind"]
            if kind == "game_opened":
                return self._opened(str(entry["game"]))
            return self._head(str(entry["game"]), entry) if kind == "game_head" else None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return " cannot be read"

    def _opened(self, game: str) -> str | None:
        if self._file.execute(KNOWN, (game,)).fetchone():
            return f": game {game} is opened a second time"
        self._file.execute(KEEP, (game, 0, "", 0))
        return None

    def _head(self, game: str, entry: dict[str, Any]) -> str | None:
        version, head, over = int(entry["version"]), str(entry["hash"]), entry.get("status") in OVER
        known = self._file.execute(KNOWN, (game,)).fetchone()
        why = None if known is None else _contradiction(version, head, *known)
        if why is None:
            self._file.execute(KEEP, (game, version, head, over))
        if known is None:
            return f": game {game} was never opened"
        return why and f": game {game} {why}"


def _contradiction(version: int, head: str, before: int, hash_before: str, over: int) -> str | None:
    """Why this head does not fit the one before; None if it does."""
    if version == before and head != hash_before:
        return f"has two hashes at version {version}: {hash_before} and {head}"
    if version < before or (over and version != before):
        return f"is at version {version} after it was at {before}"
    return None


@contextmanager
def ledger_at(path: Path) -> Iterator[Ledger]:
    """What is not kept at the end is as if it had not been read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = sqlite3.connect(path)
    try:
        file.executescript(SCHEMA)
        yield Ledger(file)
    finally:
        file.rollback()
        file.close()
