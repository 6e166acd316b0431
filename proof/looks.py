"""The list of auditors' looks at a game: a chain of hashes, whose head is entered in the public log.

A look has the members number (from 1), at, what, version, and account: a commitment to the auditor, whose
salt dies with the account. `hash` is SHA-256 over the hash before it, as 64 hex digits, followed by the
canonical JSON of those members and of `game`, the id of the game on its server. The hash before the first is
64 zeros. So no look can be changed, left out or moved, unless all hashes after it change, and an entry of the
public log says how many looks there are, and the last hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from proof.audit import Check, checked
from proof.chain import canonical
from proof.differences import difference
from proof.faults import Fault, NotYet
from proof.published import Published, moment
from proof.times import parsed_time
from proof.transparency.entries import BATCHES, MERGE_DELAY, batch_of
from rules.plural import counted

KIND: Final = "game_looks"
MEMBERS: Final = ("number", "at", "what", "version", "account")
NOTHING: Final = "0" * 64

Look = Mapping[str, Any]


def look_link(before: str, game: str, look: Look) -> str:
    said = {"game": game, **{name: look[name] for name in MEMBERS}}
    return hashlib.sha256(before.encode() + canonical(said)).hexdigest()


def check_looks(
    game: str, looks: Sequence[Look], read: Callable[[], Published] | None = None, *, is_test: bool = False
) -> Check:
    """`game`: its id on the server. `read`: what the public log says of it; else looks may be missing."""
    return checked("looks", partial(_compared, game, looks, read, is_test=is_test), "the list of looks")


def _compared(
    game: str, looks: Sequence[Look], read: Callable[[], Published] | None, *, is_test: bool
) -> str:
    said, count = read() if read else None, counted(len(looks), "look")
    entered = [one for one in said.entries if one["kind"] == KIND] if said else []
    known = max((head["count"] for head in entered), default=0)
    if len(looks) < known:
        raise Fault(
            None, f"the public log has {counted(known, 'look')} of auditors, and this list has {len(looks)}"
        )
    _compare(_chained(game, looks), entered)
    if is_test:
        return f"{count} at a test table, which the public log leaves out"
    if said is None:
        raise NotYet(f"{count}, each chained to the one before; only the public log says if that is all")
    _expect(looks[known:], said)
    return f"{count} of auditors, and the public log has {known} of them"


def _chained(game: str, looks: Sequence[Look]) -> list[str]:
    """The hash after so many looks."""
    heads = [NOTHING]
    for number, look in enumerate(looks, 1):
        if (look["number"], look["hash"]) != (number, look_link(heads[-1], game, look)):
            why = "it or one before it was changed or deleted"
            raise Fault(None, f"look {number} is not as it was noted: {why}")
        heads.append(look["hash"])
    return heads


def _compare(heads: Sequence[str], entered: Sequence[Mapping[str, Any]]) -> None:
    for head in entered:
        if (found := heads[head["count"]]) != head["hash"]:
            why = f"changed after the public log had it; {difference('hash', found, head['hash'])}"
            raise Fault(None, f"look {head['count']} or one before it was {why}")


def _expect(looks: Sequence[Look], said: Published) -> None:
    """Looks that the public log does not have: those of the last hour."""
    for look in looks:
        due = batch_of(parsed_time(look["at"]), BATCHES) + BATCHES + MERGE_DELAY
        if said.read_at < due:
            return
        if since := said.behind():
            raise NotYet(f"the public log is behind: it lacks what was due at {moment(since)}")
        place = f"in the public log, where it had to be by {moment(due)}"
        raise Fault(None, f"look {look['number']} is not {place}")
