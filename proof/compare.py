"""`python -m proof compare a.ndjson b.ndjson`: the first difference of two exports, in words.

Exit code 0: they hold the same log; 1: they do not; 2: one of them is not an export, or cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from proof.audit import Check, audit
from proof.differences import leaves, shown
from proof.envelopes import Entry
from proof.exports import NoExport, check_header, read_export_file
from proof.printed import command, complain, say
from proof.story import sentence_of
from rules.catalogue import ruleset
from rules.sentences import Words

SAME: Final = 0
DIFFERENT: Final = 1
NOT_AN_EXPORT: Final = 2
OPENED: Final = ("private", "salt")  # in one copy of a log and not in another, depending on who took it
UNDECIDED: Final = (
    "Both hold by themselves, so only what the server has signed can decide. Prove each with a receipt"
    " (python -m proof verify --receipt), or ask for the entries of the public log about this game."
)
LINKS: Final = ("prev", "hash")  # which differ wherever anything else does


@dataclass(frozen=True)
class Export:
    name: str
    header: dict[str, Any]
    entries: list[Entry]

    @cached_property
    def failed(self) -> Check | None:
        """The first check that fails."""
        checks = [check_header(self.header, self.entries), *audit(self.entries)]
        return next((check for check in checks if check.result == "failed"), None)

    @property
    def verdict(self) -> str:
        """Whether it holds by itself, and if not, what is due instead."""
        if self.failed is None:
            return f"{self.name} holds by itself."
        where = f", entry {self.failed.seq}" if self.failed.seq is not None else ""
        name, detail = self.failed.name.capitalize(), self.failed.detail
        return f"{self.name} does NOT hold by itself. {name}{where}: {detail}."


def read(name: str) -> Export:
    try:
        return Export(name, *read_export_file(name))
    except NoExport as problem:
        raise NoExport(f"{name}: {problem}") from None


def compare(a: Export, b: Export) -> tuple[list[str], int]:
    """What is to be said of the two, and the exit code."""
    told = _differences(a, b)
    if not told:
        return [_same(a, b)], SAME
    asked = [] if a.failed or b.failed else [UNDECIDED]
    return [*told, a.verdict, b.verdict, *asked], DIFFERENT


def _differences(a: Export, b: Export) -> list[str]:
    first = _first_difference(a.entries, b.entries)
    if first is not None:
        return [*_apart(a, b, first)]
    if len(a.entries) != len(b.entries):
        return [*_longer(a, b)]
    if a.header != b.header:
        names = sorted(name for name in {**a.header, **b.header} if a.header.get(name) != b.header.get(name))
        told = [f"The entries are the same, the headers are not: {', '.join(names)}."]
        return [*told, *_values(a, b, a.header, b.header, names)]
    return []


def _first_difference(a: Sequence[Entry], b: Sequence[Entry]) -> int | None:
    """The place of the first pair of entries that differ in more than what is opened of them."""
    for place, (one, other) in enumerate(zip(a, b, strict=False)):
        if one != other and (_sealed(one) != _sealed(other) or _contradict(one, other)):
            return place
    return None


def _sealed(entry: Entry) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name not in OPENED}


def _contradict(one: Entry, other: Entry) -> bool:
    return any(name in one and name in other and one[name] != other[name] for name in OPENED)


def _same(a: Export, b: Export) -> str:
    told = f"Both hold the same log: {len(a.entries)} entries, head {a.entries[-1].get('hash')}."
    opened = [sum("private" in entry for entry in export.entries) for export in (a, b)]
    if opened[0] == opened[1]:
        return told
    more, count = (a, opened[0]) if opened[0] > opened[1] else (b, opened[1])
    return f"{told} {more.name} shows {count} sealed parts, the other {min(opened)}."


def _longer(a: Export, b: Export) -> Iterator[str]:
    short, long = (a, b) if len(a.entries) < len(b.entries) else (b, a)
    end, more = len(short.entries), len(long.entries) - len(short.entries)
    yield f"{long.name} goes on where {short.name} ends, after entry {end}; it has {more} more."
    yield f"Entry {end + 1}: {_said(long, end)}"


def _apart(a: Export, b: Export, place: int) -> Iterator[str]:
    """From which entry on they differ, what each says there, and in which members."""
    one, other = a.entries[place], b.entries[place]
    if place == 0:
        yield "They differ from the first entry on: they are logs of different games, or one was changed."
    else:
        yield f"The first {place} entries are the same. They differ from entry {place + 1} on."
    for export in (a, b):
        yield f"{export.name}, entry {place + 1}: {_said(export, place)}"
    names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
    told = [name for name in names if name not in LINKS]
    if not told:
        yield "Only the links of the chain differ: what the entry says is the same."
    yield from _values(a, b, one, other, told or names)


def _values(
    a: Export, b: Export, one: Mapping[str, Any], other: Mapping[str, Any], names: Sequence[str]
) -> Iterator[str]:
    for name in names:
        for path, left, right in leaves(name, one.get(name), other.get(name)):
            yield f"{path}: {shown(left)} in {a.name}, {shown(right)} in {b.name}."


def _said(export: Export, place: int) -> str:
    """The entry as a sentence; as it stands there, if it cannot be said."""
    entry = export.entries[place]
    try:
        words = Words(ruleset(export.entries[0]["public"]["ruleset"]).board)
        return sentence_of(entry, words)
    except Exception:  # noqa: BLE001 (an entry may be as odd as it likes)
        return shown(json.dumps(entry.get("public"), ensure_ascii=False)) + f" ({entry.get('type')})"


@command
def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="signalbox-compare", description="The first difference of two exports, in words."
    )
    parser.add_argument("a", help="an NDJSON export")
    parser.add_argument("b", help="another one")
    words = parser.parse_args(argv)
    try:
        told, code = compare(read(words.a), read(words.b))
    except NoExport as problem:
        return complain(str(problem), NOT_AN_EXPORT)
    for line in told:
        say(line)
    return code


if __name__ == "__main__":
    sys.exit(main())
