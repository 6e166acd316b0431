"""A game's log, proved: the chain, the seals, the shuffles, every action decided again, the score.

The log is a list of entries as the API and an export show them. Nothing in it is trusted. While a
game runs its secrets are missing, so only the chain, the table and one's own seals can be checked; who
knows the seed, as the server does, can check the rest too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from proof.chain import commit, from_hex, link, salt_for
from proof.decisions import check_actions, check_end
from proof.differences import difference
from proof.envelopes import Entry
from proof.faults import LONGEST, Fault, NotYet, at
from proof.log import Log, fields_of
from proof.signatures import check_signatures
from rules.chance import KeyedChance, commitment
from rules.table.fold import NOTHING_BEFORE
from rules.table.state import Table

Result = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report."""

    name: str
    result: Result
    detail: str
    seq: int | None = None  # the first entry that fails


def audit(entries: Sequence[Entry], *, seed: bytes | None = None, is_cut: bool = False) -> list[Check]:
    """Every check, each on its own: one that fails does not hide another.

    `seed` is for a caller that knows it before it is revealed; private parts and salts must then be there.
    `is_cut` is for one that has cut the log off at some entry itself, to look at a moment of the past.
    """
    return checks_of(Log(entries, seed, is_cut=is_cut))


def checks_of(log: Log) -> list[Check]:
    """The same of a log whose reader asks more of it afterwards."""
    return [checked(name, partial(check, log)) for name, check in CHECKS.items()]


def is_sound(report: Iterable[Check]) -> bool:
    return all(check.result != "failed" for check in report)


def checked(name: str, check: Callable[[], str], what: str = "the log") -> Check:
    try:
        return Check(name, "passed", check()[:LONGEST])
    except NotYet as reason:
        return Check(name, "skipped", str(reason)[:LONGEST])
    except Fault as fault:
        return Check(name, "failed", fault.why, fault.seq)
    except Exception as error:  # noqa: BLE001 (no log, however odd, may stop its auditor)
        return Check(name, "failed", f"{what} cannot be read: {type(error).__name__}: {error}"[:LONGEST])


# -- the checks --------------------------------------------------------------------------------


def check_chain(log: Log) -> str:
    before, game = NOTHING_BEFORE, log.entries[0]["game"]
    for number, entry in enumerate(log.entries, start=1):
        if why := _unlinked(before, number, entry, game):
            raise Fault(number, why)
        before = entry["hash"]
    return f"{len(log.entries)} entries, head {before}"


def _unlinked(before: str, number: int, entry: Entry, game: str) -> str:
    """Why the entry is not the next link of the chain, if it is not."""
    if entry.get("seq") != number:
        return difference("seq", entry.get("seq"), number)
    if entry.get("game") != game:
        return difference("game", entry.get("game"), game)
    if entry.get("prev") != before:
        return difference("prev", entry.get("prev"), before)
    try:
        due = link(before, entry)
    except (TypeError, ValueError, RecursionError):  # what cannot be written cannot have been hashed
        return "the entry has values that no log holds"
    return "" if entry.get("hash") == due else difference("hash", entry.get("hash"), due)


def check_seed(log: Log) -> str:
    if (found := commitment(log.seed)) != log.created["commitment"]:
        seq = next((entry["seq"] for entry in log.of("seed_revealed")), 1)
        why = difference("its commitment", found, log.created["commitment"])
        raise Fault(seq, f"the seed is not the one committed to; {why}")
    return f"the seed is the one committed to at the opening{_when_public(log)}"


def _when_public(log: Log) -> str:
    """What the game says of its own commitment in the public log. Test tables are not in it."""
    started = next(log.of("game_started"), None)
    if started is None or "purpose" in log.created:
        return ""
    place = started["public"].get("log")
    if not place:
        return "; the game says that the public log did not have it before the deal"
    return f"; the game says that entry {place['index']} of the public log had it before the deal"


def check_table(log: Log) -> str:
    """The table's own life and every envelope: nothing unknown, nobody else's doing, nothing after."""
    table = _table(log, "table")
    return f"{len(table.chairs)} seats, {table.status}" + (", a test table" if table.is_test else "")


def check_makers(log: Log) -> str:
    _table(log, "makers")
    return f"{log.walk.decisions} decisions, each by whom the table says"


def check_absences(log: Log) -> str:
    _table(log, "absences")
    return f"{log.walk.absences} events of players who were away or came back"


def _table(log: Log, check: str) -> Table:
    """The table as it is in the end, if this check has found nothing wrong with it."""
    if log.created and check in log.walk.faults:
        raise log.walk.faults[check]
    return log.walk.fold.table


def check_seals(log: Log) -> str:
    """Every seal that can be opened; after the end all of them, with the salts that follow from the key."""
    over, opened, closed = log.is_open, 0, 0
    key = log.key if over else b""
    for entry in log.entries:
        if not entry.get("sealed"):
            continue
        if "private" not in entry and not over:
            closed += 1
            continue
        opened += 1
        with at(entry["seq"]):
            _check_seal(entry, key if over else None)
    if closed and not opened:
        raise NotYet(f"{closed} seals are still closed")
    return f"{opened} seals opened" + (f", {closed} still closed" if closed else "")


def _check_seal(entry: Entry, key: bytes | None) -> None:
    seq = entry["seq"]
    if "private" not in entry or "salt" not in entry:
        raise Fault(seq, "the sealed part is missing though nothing is hidden any more")
    salt = from_hex(entry["salt"])
    if key is not None and salt != (due := salt_for(key, seq)):
        raise Fault(seq, difference("salt", entry["salt"], due.hex()))
    if (found := commit(salt, entry["private"])) != entry["sealed"]["commit"]:
        why = difference("its commitment", found, entry["sealed"]["commit"])
        raise Fault(seq, f"the sealed part is not the one committed to; {why}")


def check_shuffles(log: Log) -> str:
    chance, count = KeyedChance(log.key), 0
    nths: dict[str, int] = {}
    for entry in log.of("pile_shuffled"):
        with at(entry["seq"]):
            pile, nth = entry["public"]["pile"], entry["public"]["nth"]
            nths[pile] = nths.get(pile, 0) + 1
            if nth != nths[pile]:
                raise Fault(entry["seq"], difference(f"shuffle of {pile}", nth, nths[pile]))
            _check_shuffle(chance, f"{pile}#{nth}", entry, fields_of(entry)["order"])
        count += 1
    for entry in log.of("first_seat_drawn"):
        with at(entry["seq"]):
            _check_shuffle(chance, "first-seat#1", entry, entry["public"]["order"])
        count += 1
    return f"{count} shuffles repeated"


def _check_shuffle(chance: KeyedChance, label: str, entry: Entry, order: list[str]) -> None:
    if order != (due := list(chance.shuffle(label, order))):
        raise Fault(entry["seq"], difference(f"shuffle {label}", order, due))


CHECKS: Mapping[str, Callable[[Log], str]] = {
    "chain": check_chain,
    "table": check_table,
    "makers": check_makers,
    "absences": check_absences,
    "signatures": check_signatures,
    "seed": check_seed,
    "seals": check_seals,
    "shuffles": check_shuffles,
    "actions": check_actions,
    "score": check_end,
}
