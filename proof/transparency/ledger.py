"""What a monitor knows of a log, in one file (SQLite), so that each look reads only what is new.

`tree` has the size that was read and the hashes of the complete subtrees (32 bytes each, the largest first);
`game` when each game was opened and what was last said of it, by its blinded id; `dataset` the manifests that
were published; `key` the keys of the log; `wrong` all that was ever wrong, for a monitor must not forget.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from proof.times import moment_text
from proof.transparency.compact import CompactTree
from proof.transparency.tree import HASH
from rules.strict_json import read_object

LEDGER: Final = "ledger.sqlite3"
SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS tree (size INTEGER NOT NULL, hashes BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS game
    (id TEXT PRIMARY KEY, version INTEGER NOT NULL, hash TEXT NOT NULL, status TEXT NOT NULL,
     at TEXT NOT NULL, opened TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS dataset (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS key (entry INTEGER PRIMARY KEY, vkey TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS wrong (entry INTEGER PRIMARY KEY, what TEXT NOT NULL);
"""
KNOWN: Final = "SELECT version, hash, status FROM game WHERE id = ?"
ADD: Final = "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?)"
KEEP: Final = "UPDATE game SET version = ?, hash = ?, status = ?, at = ? WHERE id = ?"
WITHOUT_END: Final = """
SELECT opened, id FROM game WHERE status NOT IN ('finished', 'closed') ORDER BY opened, id LIMIT ?
"""
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

    @property
    def keys(self) -> list[tuple[int, str]]:
        """Each key of the log with the entry that names it first."""
        return self._file.execute("SELECT min(entry), vkey FROM key GROUP BY vkey ORDER BY 1").fetchall()

    def manifest(self, name: str) -> str | None:
        """The hash under which a data set was published."""
        found = self._file.execute("SELECT sha256 FROM dataset WHERE name = ?", (name,)).fetchone()
        return str(found[0]) if found else None

    def finished(self, start: str, end: str) -> Iterator[tuple[str, int, str]]:
        """The games that were played to the end in this time: name, version and hash."""
        yield from self._file.execute(
            "SELECT id, version, hash FROM game WHERE status = 'finished' AND at >= ? AND at < ?",
            (start, end),
        )

    def game(self, name: str) -> tuple[int, str] | None:
        """The version and the hash that were last said of a game; the version is 0 after its opening."""
        found = self._file.execute(KNOWN, (name,)).fetchone()
        return (int(found[0]), str(found[1])) if found else None

    def without_end(self, most: int) -> list[tuple[str, str]]:
        """The games that have not ended, the oldest first: when each was opened, and its name."""
        return self._file.execute(WITHOUT_END, (most,)).fetchall()

    def keep(self) -> None:
        """Nothing is kept before this: what was read counts only once the root is the signed one."""
        self._file.execute("DELETE FROM tree")
        self._file.execute("INSERT INTO tree VALUES (?, ?)", (self.tree.size, b"".join(self.tree.hashes)))
        self._file.commit()

    def hear(self, index: int, raw: bytes) -> None:
        """Compare an entry with what was said before."""
        if why := self._heard(index, raw):
            self._file.execute("INSERT INTO wrong VALUES (?, ?)", (index, f"entry {index}{why}"))

    def _heard(self, index: int, raw: bytes) -> str | None:
        try:
            entry = read_object(raw.decode())
            match entry["kind"]:
                case "game_opened":
                    return self._opened(str(entry["game"]), moment_text(entry["at"]))
                case "game_head":
                    return self._head(str(entry["game"]), entry)
                case "dataset_published":
                    return self._published(str(entry["name"]), str(entry["sha256"]))
                case "key":
                    self._file.execute("INSERT INTO key VALUES (?, ?)", (index, str(entry["vkey"])))
        except (ValueError, TypeError, KeyError):
            return " cannot be read"
        return None

    def _opened(self, game: str, at: str) -> str | None:
        if self._file.execute(KNOWN, (game,)).fetchone():
            return f": game {game} is opened a second time"
        self._file.execute(ADD, (game, 0, "", "open", at, at))
        return None

    def _head(self, game: str, entry: dict[str, Any]) -> str | None:
        version, head, at = entry["version"], str(entry["hash"]), moment_text(entry["at"])
        if type(version) is not int:
            raise TypeError(version)
        known = self._file.execute(KNOWN, (game,)).fetchone()
        why = None if known is None else _contradiction(version, head, *known)
        said = (version, head, str(entry["status"]), at)
        if known is None:
            self._file.execute(ADD, (game, *said, at))
            return f": game {game} was never opened"
        if why is None:
            self._file.execute(KEEP, (*said, game))
        return why and f": game {game} {why}"

    def _published(self, name: str, sha256: str) -> str | None:
        known = self.manifest(name)
        if known is None:
            self._file.execute("INSERT INTO dataset VALUES (?, ?)", (name, sha256))
            return None
        return None if known == sha256 else f": data set {name} has two manifests: {known} and {sha256}"


def _contradiction(version: int, head: str, before: int, hash_before: str, status: str) -> str | None:
    """Why this head does not fit the one before; None if it does."""
    if version == before and head != hash_before:
        return f"has two hashes at version {version}: {hash_before} and {head}"
    if version < before or (status in OVER and version != before):
        return f"is at version {version} after it was at {before}"
    return None


@contextmanager
def ledger_at(folder: Path) -> Iterator[Ledger]:
    """What is not kept at the end is as if it had not been read."""
    folder.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(folder / LEDGER)) as file:
        file.executescript(SCHEMA)
        yield Ledger(file)


@contextmanager
def ledger_read(folder: Path) -> Iterator[Ledger]:
    """That of a monitor, to look things up."""
    with closing(sqlite3.connect(f"{(folder / LEDGER).absolute().as_uri()}?mode=ro", uri=True)) as file:
        yield Ledger(file)
