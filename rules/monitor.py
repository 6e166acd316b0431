"""`python -m rules.monitor URL --vkey KEY`: follow the public log of a server, entry by entry.

A monitor reads the whole log. Each entry must have the hash that stands in the tree, and the tree must
continue that of its last look. It then compares what the entries say of each game: one
opening, heads that only go on, nothing after the end, never two hashes for one version.

Exit codes are those of `rules.witness`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.transparency.memory import Memory, NotContinued, continued
from rules.transparency.mirror import Mirror, Unreachable, fetch_from
from rules.transparency.notes import NoteError, verifier_from
from rules.witness import BROKEN, HOLDS, NOT_NOW, WRONG_USE

OVER = frozenset(("finished", "closed"))


@dataclass(slots=True)
class Known:
    """What the log has said of one game."""

    version: int = 0
    hash: str = ""
    over: bool = False

    def hear(self, entry: dict[str, Any]) -> str | None:
        """Why this entry does not fit what was said before; None if it does."""
        version, head = entry["version"], entry["hash"]
        if version == self.version and head != self.hash:
            return f"has two hashes at version {version}: {self.hash} and {head}"
        if version < self.version or (self.over and version != self.version):
            return f"is at version {version} after it was at {self.version}"
        self.version, self.hash, self.over = version, head, entry.get("status") in OVER
        return None


@dataclass(slots=True)
class Monitor:
    """All games of a log, as far as it has been read."""

    games: dict[str, Known] = field(default_factory=dict)
    openings: set[str] = field(default_factory=set)

    def hear(self, index: int, raw: bytes) -> Iterator[str]:
        try:
            entry = json.loads(raw)
            kind, game = entry["kind"], entry.get("game")
            if kind in ("game_opened", "game_head"):
                yield from self._of_game(index, kind, game, entry)
        except (ValueError, TypeError, KeyError, AttributeError):
            yield f"entry {index} cannot be read"

    def _of_game(self, index: int, kind: str, game: str, entry: dict[str, Any]) -> Iterator[str]:
        if kind == "game_opened" and game in self.openings:
            yield f"entry {index}: game {game} is opened a second time"
        elif kind == "game_head" and game not in self.openings:
            yield f"entry {index}: game {game} was never opened"
        self.openings.add(game)
        if kind == "game_head" and (why := self.games.setdefault(game, Known()).hear(entry)):
            yield f"entry {index}: game {game} {why}"


def follow(mirror: Mirror, memory: Memory) -> tuple[int, list[str]]:
    """All entries of the log, read and compared: how many, and what is wrong with them."""
    note, new, _ = continued(mirror, memory)
    monitor = Monitor()
    wrong: list[str] = []
    for index, raw in mirror.entries(0, new.size):
        wrong += monitor.hear(index, raw)
    memory.keep(note)
    return new.size, wrong


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m rules.monitor", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("url", help="the address of the log, such as https://example.org/log")
    parser.add_argument("--vkey", required=True, help="the key of the log: name+id+key")
    parser.add_argument("--folder", type=Path, default=Path("monitor"), help="what it remembers")
    wish = parser.parse_args(words)
    try:
        mirror = Mirror(fetch_from(wish.url), verifier_from(wish.vkey))
    except (NoteError, Unreachable) as error:
        print(f"monitor: {error}", file=sys.stderr)
        return WRONG_USE
    try:
        size, wrong = follow(mirror, Memory(wish.folder))
    except (NotContinued, NoteError, ValueError) as error:
        print(f"monitor: the log does not hold: {error}", file=sys.stderr)
        return BROKEN
    except Unreachable as error:
        print(f"monitor: the log cannot be read now: {error}", file=sys.stderr)
        return NOT_NOW
    print("\n".join([*wrong, f"{size} entries read, {len(wrong)} of them wrong."]))
    return BROKEN if wrong else HOLDS


if __name__ == "__main__":
    sys.exit(main())
