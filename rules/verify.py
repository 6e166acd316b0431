"""`python -m rules.verify game.ndjson`: prove an export without trusting whoever made it.

Needs nothing but Python and this package. Exit code 0: all that can be checked holds; 1: something
does not; 2: the file is no export.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rules.audit import Check, Entry, audit, is_sound

FORMAT = "signalbox-game"
FORMAT_VERSION = 1
MARKS = {"passed": "ok     ", "failed": "FAILED ", "skipped": "not yet"}


class NoExport(ValueError):
    """The file is not an export, or of a format this program does not know."""


def read_export(lines: Iterable[str]) -> tuple[dict[str, Any], list[Entry]]:
    """The header and the entries of an export."""
    records = [_record(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not records or records[0].get("format") != FORMAT:
        raise NoExport(f"line 1: this is no header of a {FORMAT} export")
    if records[0].get("format_version") != FORMAT_VERSION:
        raise NoExport(f"line 1: this program reads format version {FORMAT_VERSION} only")
    if len(records) == 1:
        raise NoExport("the export holds no entries")
    return records[0], list(records[1:])


def _record(number: int, line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError:
        raise NoExport(f"line {number}: not JSON") from None
    if not isinstance(record, dict):
        raise NoExport(f"line {number}: not an object")
    return record


def check_header(header: dict[str, Any], entries: list[Entry]) -> Check:
    """The header only repeats what the log says, so it must say the same."""
    created = entries[0].get("public", {})
    said = (header.get("game"), header.get("ruleset"), header.get("commitment"))
    found = (entries[0].get("game"), created.get("ruleset"), created.get("commitment"))
    if said != found:
        return Check("header", "failed", "the header does not say what the log says")
    return Check("header", "passed", f"{said[1]}, game {said[0]}")


def verify(lines: Iterable[str]) -> list[Check]:
    header, entries = read_export(lines)
    return [check_header(header, entries), *audit(entries)]


def written(check: Check) -> str:
    where = f" (at seq {check.seq})" if check.seq is not None else ""
    return f"{MARKS[check.result]}  {check.name:<9} {check.detail}{where}"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m rules.verify", description="Prove an export.")
    parser.add_argument("export", help="an NDJSON export; - for standard input")
    name = parser.parse_args(argv).export
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        report = verify(text.splitlines())
    except (OSError, UnicodeDecodeError, NoExport) as problem:
        print(f"{name}: {problem}", file=sys.stderr)  # noqa: T201 (a command prints)
        return 2
    for check in report:
        print(written(check))  # noqa: T201
    print("All that can be checked holds." if is_sound(report) else "This log does NOT hold.")  # noqa: T201
    return 0 if is_sound(report) else 1


if __name__ == "__main__":
    sys.exit(main())
