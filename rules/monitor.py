"""`python -m rules.monitor URL --vkey KEY`: follow the public log of a server, entry by entry.

A monitor reads every entry once and remembers where it stopped. The tree over all entries it has ever read
must have the root that is signed, so nothing can be left out or changed. It then compares what the entries
say of each game: one opening, heads that only go on, nothing after the end, never two hashes for one version.

Exit codes are those of `rules.witness`.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from pathlib import Path
from typing import Final

from rules.transparency.ledger import ledger_at
from rules.transparency.memory import Memory, NotContinued, continued
from rules.transparency.mirror import Mirror, Unreachable, fetch_from
from rules.transparency.notes import NoteError, verifier_from
from rules.transparency.tree import leaf_hash
from rules.witness import BROKEN, HOLDS, NOT_NOW, WRONG_USE

LEDGER: Final = "ledger.sqlite3"


def follow(mirror: Mirror, memory: Memory) -> tuple[int, list[str]]:
    """All that is new, read and compared: how many entries there are now, and all that is wrong with them."""
    note, new, _ = continued(mirror, memory)
    with ledger_at(memory.folder / LEDGER) as ledger:
        tree = ledger.tree
        if new.size >= tree.size:
            for index, raw in mirror.entries(tree.size, new.size):
                ledger.hear(index, raw)
                tree.append(leaf_hash(raw))
            if tree.root != new.root:
                raise NoteError(f"the entries lead to the root {tree.root.hex()}, signed is {new.root.hex()}")
            ledger.keep()
            memory.keep(note)
        return tree.size, ledger.wrong


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
    except sqlite3.Error as error:
        print(f"monitor: {wish.folder / LEDGER} cannot be used: {error}", file=sys.stderr)
        return WRONG_USE
    except (NotContinued, NoteError, ValueError) as error:
        print(f"monitor: the log does not hold: {error}", file=sys.stderr)
        return BROKEN
    except Unreachable as error:
        print(f"monitor: the log cannot be read now: {error}", file=sys.stderr)
        return NOT_NOW
    print("\n".join([*wrong, f"{size} entries, {len(wrong)} of them wrong."]))
    return BROKEN if wrong else HOLDS


if __name__ == "__main__":
    sys.exit(main())
