"""`python -m proof monitor URL --vkey KEY`: follow the public log of a server, entry by entry.

A monitor reads every entry once and remembers where it stopped. The tree over all entries it has ever read
must have the root that is signed, so nothing can be left out or changed. It then compares what the entries
say of each game: one opening, heads that only go on, nothing after the end, never two hashes for one version;
and of each data set: one manifest. It lists the games that were opened and have not ended, the oldest first.

Exit codes are those of `proof.witness`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from proof.files import Damaged
from proof.printed import command, complain, say
from proof.times import second_of
from proof.transparency.ledger import Ledger, ledger_at, ledger_read
from proof.transparency.memory import Memory, continued
from proof.transparency.mirror import Mirror, Unreachable
from proof.transparency.notes import NoteError
from proof.transparency.policy import policy_file
from proof.transparency.tree import leaf_hash
from proof.transparency.watch import BROKEN, HOLDS, WRONG_USE, mirror_of, parser_for, watched

MOST_LISTED: Final = 20  # of the games that have not ended


def follow(mirror: Mirror, memory: Memory) -> tuple[int, list[str]]:
    """All that is new, read and compared: how many entries there are now, and all that is wrong with them."""
    note, new, _ = continued(mirror, memory)
    with ledger_at(memory.folder) as ledger:
        tree = ledger.tree
        if new.size >= tree.size:
            for index, raw in mirror.entries(tree.size, new.size):
                ledger.hear(index, raw)
                tree.append(leaf_hash(raw))
            if tree.root != new.root:
                raise Unreachable(
                    f"the entries lead to the root {tree.root.hex()}, signed is {new.root.hex()}"
                )
            ledger.keep()
            memory.keep(note)
        return tree.size, ledger.wrong


def new_keys(mirror: Mirror, ledger: Ledger) -> list[str]:
    """What the log says of keys that were not given. The log is signed with them sooner or later."""
    given = {str(key) for key in mirror.keys}
    return [
        f"entry {entry}: the log has another key, {vkey}; if it is right, give it with --vkey, too"
        for entry, vkey in ledger.keys
        if vkey not in given
    ]


def openings(ledger: Ledger) -> list[str]:
    """Whoever deals until the deal suits leaves openings without an end behind."""
    return [
        f"opened {second_of(at)} UTC, not ended: game {game}" for at, game in ledger.without_end(MOST_LISTED)
    ]


class Monitor:
    """Says what it sees, each thing once."""

    def __init__(self, mirror: Mirror, memory: Memory) -> None:
        self.mirror, self.memory = mirror, memory
        self._said: set[str] = set()

    def look(self) -> int:
        size, wrong = follow(self.mirror, self.memory)
        with ledger_read(self.memory.folder) as ledger:
            keys, opened = new_keys(self.mirror, ledger), openings(ledger)
        told = [
            *wrong,
            *keys,
            *opened,
            f"{size} {'entry' if size == 1 else 'entries'}, {len(wrong)} of them wrong.",
        ]
        for line in told:
            if line not in self._said:
                say(line)
        self._said = set(told)
        return BROKEN if wrong else HOLDS


@command
def main(words: list[str] | None = None) -> int:
    wish = _parser().parse_args(words)
    try:
        monitor = Monitor(_mirror(wish), Memory(wish.folder))
    except (NoteError, Unreachable, Damaged, ValueError, OSError) as error:
        return complain(f"monitor: {error}", WRONG_USE)
    return watched("monitor", monitor.look, wish.every)


def _mirror(wish: argparse.Namespace) -> Mirror:
    found = mirror_of(wish)
    found.policy = policy_file(wish.policy) if wish.policy else None
    return found


def _parser() -> argparse.ArgumentParser:
    parser = parser_for("monitor", (__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--policy", type=Path, metavar="FILE", help="follow only what these witnesses have cosigned"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
