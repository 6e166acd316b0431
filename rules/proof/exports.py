"""An export: the log of a game as NDJSON, a header and then one entry per line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from rules.chance import TEST
from rules.proof.audit import Check
from rules.proof.differences import difference
from rules.proof.log import Entry

FORMAT: Final = "signalbox-game"
FORMAT_VERSION: Final = 1
BLANKS: Final = " \t\r\n"  # around a value, as JSON allows them


class NoExport(ValueError):
    """The file is not an export, or of a format this program does not know."""


def read_export(lines: Iterable[str]) -> tuple[dict[str, Any], list[Entry]]:
    """The header and the entries of an export."""
    records = [read_record(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not records or records[0].get("format") != FORMAT:
        raise NoExport(f"line 1: not the header of a {FORMAT} export")
    if records[0].get("format_version") != FORMAT_VERSION:
        raise NoExport(f"line 1: this program reads format version {FORMAT_VERSION} only")
    if len(records) == 1:
        raise NoExport("the export holds no entries")
    return records[0], list(records[1:])


def read_record(number: int, line: str) -> dict[str, Any]:
    text = line.strip(BLANKS)
    try:
        found, end = _decode(text)
    except (ValueError, RecursionError):
        raise NoExport(f"line {number}: not JSON of texts and whole numbers") from None
    if end != len(text):
        raise NoExport(f"line {number}: more than one value")
    if not isinstance(found, dict):
        raise NoExport(f"line {number}: not an object")
    return found


def _no_fraction(text: str) -> None:
    """Two programs may write the same fraction differently, so a log holds none."""
    raise ValueError(text)


# Made once: `json.loads` makes a new decoder for each line, which takes as long as reading it. `decode` looks
# for blanks around the value with two regular expressions; there are none.
_decode = json.JSONDecoder(parse_float=_no_fraction, parse_constant=_no_fraction).raw_decode


def check_header(header: dict[str, Any], entries: list[Entry]) -> Check:
    """The header only repeats what the log says, so it must say the same, the last line included."""
    first, last = entries[0], entries[-1]
    created = first.get("public") or {}
    found = {
        "game": first.get("game"),
        "ruleset": created.get("ruleset") if isinstance(created, dict) else None,
        "commitment": created.get("commitment") if isinstance(created, dict) else None,
        "version": last.get("seq"),
        "hash": last.get("hash"),
    }
    for name, value in found.items():
        if value is None or header.get(name) != value:
            why = difference(name, header.get(name), value)
            return Check("header", "failed", f"the header does not fit the log; {why}")
    mark = ", a test table" if created.get("purpose") == TEST else ""
    return Check("header", "passed", f"{found['ruleset']}, game {found['game']}{mark}")
