"""A game beside the public log: what was entered of it there must be what its own log says.

Whoever owns a server can make a log anew, with every hash and seal right. The public log has the heads that
were entered while the game was played, and nobody can change it unnoticed, so it decides. What should be
there by now and is not was kept back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple

from proof.audit import Check, checked
from proof.differences import difference
from proof.envelopes import Entry
from proof.exports import MOST_EVENTS
from proof.faults import Fault, NotYet
from proof.times import parsed_time, second_of
from proof.transparency.entries import MERGE_DELAY, head_due
from rules.table.clock import timestamp
from rules.table.fold import table_of
from rules.table.state import OVER

Said = Mapping[str, Any]  # an entry of the public log, with its `index`, where that is known
OPENED: Final = "game_opened"
HEADS: Final = ("game_head", "game_imported")


def never() -> datetime | None:
    return None


@dataclass(frozen=True, slots=True)
class Published:
    """What a public log says of a game."""

    read_at: datetime
    entries: Sequence[
        Mapping[str, Any]
    ] = ()  # each proved to be there; with its `index`, where that is known
    signed: Sequence[tuple[int, str]] = ()  # versions and hashes that the server knows to have signed
    behind: Callable[[], datetime | None] = never  # since when the log lacks what is due, of any game
    is_import: bool = False  # the game was not played here, so nothing need be there


class Missing(NamedTuple):
    """What the public log does not have: the entry of the game that it is about, and by when it is due."""

    seq: int
    what: str
    due: datetime


def check_published(
    entries: Sequence[Entry], read: Callable[[], Published], *, is_cut: bool = False
) -> Check:
    """`is_cut`: the log goes on, and the reader has cut it off."""
    return checked("log", partial(_compared, entries, read, is_cut=is_cut))


def _compared(entries: Sequence[Entry], read: Callable[[], Published], *, is_cut: bool) -> str:
    if table_of(entries[:1]).is_test:
        return "a test table, which the public log leaves out"
    said = read()
    most = len(entries) if is_cut else MOST_EVENTS
    heads = [one for one in said.entries if one["kind"] in HEADS and one["version"] <= most]
    for one in said.entries:
        if one["kind"] == OPENED:
            _compare_opening(entries, one)
    for one in heads:
        _compare_head(entries, one["version"], one["hash"], "the public log had it")
    for version, digest in said.signed:
        if version <= most:
            _compare_head(entries, version, digest, "the server had signed it")
    if not said.is_import:
        _expect(said, _missing(entries, said, heads, None if is_cut else end_due(entries)))
    return f"the public log has the same: {_counted(said, heads)}"


def _counted(said: Published, heads: Sequence[Said]) -> str:
    count = f"{len(heads)} {'head' if len(heads) == 1 else 'heads'}"
    return f"an import, {count}" if said.is_import else f"the opening, {count}"


def _compare_opening(entries: Sequence[Entry], said: Said) -> None:
    found = entries[0]["public"]["commitment"]
    if (due := said.get("commitment", found)) != found:
        why = difference("commitment", found, due)
        raise Fault(1, f"the public log has another opening of this game; {why}")
    began = (one for one in entries if one["type"] == "game_started")
    place = next((one["public"].get("log") for one in began), None)
    if place and place["index"] != said.get("index", place["index"]):
        why = difference("index", place["index"], said["index"])
        raise Fault(1, f"its opening stands elsewhere in the public log than the game says; {why}")


def _compare_head(entries: Sequence[Entry], version: int, digest: str, when: str) -> None:
    if version > len(entries):
        why = f"its end is missing: it ends here, and was at version {version} when {when}"
        raise Fault(len(entries) + 1, why)
    if (found := entries[version - 1]["hash"]) != digest:
        why = difference("hash", found, digest)
        raise Fault(version, f"this log was made anew after {when}; {why}")


def _missing(
    entries: Sequence[Entry], said: Published, heads: Sequence[Said], end: datetime | None
) -> Iterator[Missing]:
    if not any(one["kind"] == OPENED for one in said.entries):
        yield Missing(1, "opening", parsed_time(entries[0]["at"]) + MERGE_DELAY)
    if end and not any(one["version"] == len(entries) for one in heads):
        yield Missing(len(entries), "end", end)


def end_due(entries: Sequence[Entry]) -> datetime | None:
    """By when the end of the game must be in the public log; None if it is not over, or does not count."""
    table = table_of(entries)
    if table.is_test or table.status not in OVER:
        return None
    return head_due(parsed_time(entries[-1]["at"]), table.visibility)


def _expect(said: Published, missing: Iterator[Missing]) -> None:
    waits = []
    for seq, what, due in missing:
        if said.read_at < due:
            waits.append(f"its {what} is not yet in the public log; it will be by {moment(due)}")
        elif since := said.behind():
            raise NotYet(f"the public log is behind: it lacks what was due at {moment(since)}")
        else:
            raise Fault(seq, f"its {what} is not in the public log, where it had to be by {moment(due)}")
    if waits:
        raise NotYet("; ".join(waits))


def moment(at: datetime) -> str:
    return f"{second_of(timestamp(at))} UTC"
