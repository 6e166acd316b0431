"""A data set beside the public log, as a monitor has read it: its manifest, and that no game is missing.

Every game that was played to the end in the month is in the log. It must be in the data set, or among those
that were left out. Why one was left out is the word of the operator. The players of a game can contradict it:
they have its id, so they find it under its name in the log.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from proof.datasets.content import file_hash
from proof.datasets.faults import Faults
from proof.datasets.index import read_left_out
from proof.datasets.manifest import LEFT_OUT, MANIFEST, REASONS, Listed, Manifest, NotADataset
from proof.differences import difference
from proof.files import Damaged
from proof.transparency.entries import blinded
from proof.transparency.ledger import Ledger, ledger_read


def check_against(monitor: Path, folder: Path, manifest: Manifest, listed: Iterable[Listed]) -> list[str]:
    """What is wrong, by the ledger in the folder of a monitor."""
    faults = Faults()
    try:
        with ledger_read(monitor) as ledger:
            faults.add_all(_manifest(ledger, folder, manifest))
            faults.add_all(_games(ledger, folder, manifest, listed))
    except sqlite3.Error as error:
        raise NotADataset(f"{monitor} is not the folder of a monitor: {error}") from None
    except (OSError, Damaged) as error:
        raise NotADataset(f"{LEFT_OUT} cannot be read: {type(error).__name__}: {error}") from None
    return faults.told


def _manifest(ledger: Ledger, folder: Path, manifest: Manifest) -> Iterator[str]:
    due, found = ledger.manifest(manifest.name), file_hash(folder / MANIFEST)[1]
    if due is None:
        yield f"{MANIFEST}: the public log has no data set {manifest.name}, as far as the monitor has read it"
    elif due != found:
        yield f"{MANIFEST}: not the one in the public log; {difference('SHA-256', found, due)}"


def _games(ledger: Ledger, folder: Path, manifest: Manifest, listed: Iterable[Listed]) -> Iterator[str]:
    here = {blinded(one.game): one for one in listed}
    others = read_left_out(folder)
    if len(others) != manifest.left_out or not set(others.values()) <= set(REASONS):
        yield f"{LEFT_OUT}: {difference('games left out', len(others), manifest.left_out)}"
    for name in here.keys() & others.keys():
        yield f"game {here[name].game} is in the data set and among those left out"
    for name, version, head in ledger.finished(manifest.start, manifest.end):
        found = here.pop(name, None)
        if found is None and name not in others:
            yield f"the game {name} of the public log is neither here nor among those left out"
        elif found is not None and (found.version, found.hash) != (version, head):
            yield f"game {found.game}: not as in the public log; {difference('hash', found.hash, head)}"
    for one in here.values():
        yield f"game {one.game} was not finished in this month, says the public log"
