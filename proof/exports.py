"""An export: the log of a game as NDJSON, a header and then one entry per line."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from proof.audit import Check, checked
from proof.differences import difference
from proof.envelopes import Entry
from proof.faults import Fault
from proof.files import Damaged, lines_of
from rules.chance import TEST
from rules.strict_json import BLANKS, NotStrict, read_object

FORMAT: Final = "signalbox-game"
FORMAT_VERSION: Final = 1
MOST_EVENTS: Final = 100_000  # of one game, which is in memory as a whole
MOST_BYTES: Final = 16 << 20  # the same; a game of World with five players has less than one of them


class NoExport(ValueError):
    """The file is not an export, or of a format this program does not know."""


def read_export(lines: Iterable[str]) -> tuple[dict[str, Any], list[Entry]]:
    """The header and the entries of an export."""
    records = list(_records(lines))
    if not records or records[0].get("format") != FORMAT:
        raise NoExport(f"line 1: not the header of a {FORMAT} export")
    if records[0].get("format_version") != FORMAT_VERSION:
        raise NoExport(f"line 1: this program reads format version {FORMAT_VERSION} only")
    if len(records) == 1:
        raise NoExport("the export holds no entries")
    return records[0], list(records[1:])


def _records(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    count = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip(BLANKS):
            continue
        count += 1
        if count > MOST_EVENTS + 1:
            raise NoExport(f"it has more than {MOST_EVENTS} entries")
        try:
            yield read_object(line)
        except NotStrict as problem:
            raise NoExport(f"line {number}: {problem}") from None


def read_export_file(name: str) -> tuple[dict[str, Any], list[Entry]]:
    """Of a file; - is standard input. Raises NoExport, also if it cannot be read at all."""
    try:
        if name == "-":
            return read_export(_texts(lines_of(sys.stdin.buffer, MOST_BYTES)))
        with Path(name).open("rb") as file:
            return read_export(_texts(lines_of(file, MOST_BYTES)))
    except (OSError, Damaged) as problem:
        raise NoExport(str(problem)) from None


def _texts(lines: Iterable[bytes]) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        try:
            yield line.decode()
        except UnicodeDecodeError:
            raise NoExport(f"line {number}: not UTF-8") from None


def check_header(header: dict[str, Any], entries: list[Entry]) -> Check:
    """The header only repeats what the log says, so it must say the same, the last line included."""
    return checked("header", partial(_check_header, header, entries), "the header")


def _check_header(header: dict[str, Any], entries: list[Entry]) -> str:
    first, last = entries[0], entries[-1]
    public = first.get("public")
    created = public if isinstance(public, dict) else {}
    found = {
        "game": first.get("game"),
        "ruleset": created.get("ruleset"),
        "commitment": created.get("commitment"),
        "version": last.get("seq"),
        "hash": last.get("hash"),
    }
    for name, value in found.items():
        if value is None or header.get(name) != value:
            why = difference(name, header.get(name), value)
            raise Fault(None, f"the header does not fit the log; {why}")
    mark = ", a test table" if created.get("purpose") == TEST else ""
    return f"{found['ruleset']}, game {found['game']}{mark}"
