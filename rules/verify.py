"""`python -m rules.verify game.ndjson`: prove an export without trusting its maker.

With `--receipt receipt.json --key key.json` also that the log is what the server once signed for.
Needs nothing but Python and this package. Exit code 0: all that can be checked holds; 1: something
does not; 2: the file is not an export; 3: the log holds, but the receipt cannot be checked.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rules.chance import TEST
from rules.proof.audit import Check, audit, is_sound
from rules.proof.differences import difference
from rules.proof.inclusion import check_proof
from rules.proof.log import Entry
from rules.proof.receipts import Receipt, check_receipt

FORMAT = "signalbox-game"
FORMAT_VERSION = 1
MARKS = {"passed": "ok     ", "failed": "FAILED ", "skipped": "skipped"}


class NoExport(ValueError):
    """The file is not an export, or of a format this program does not know."""


def read_export(lines: Iterable[str]) -> tuple[dict[str, Any], list[Entry]]:
    """The header and the entries of an export."""
    records = [_record(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not records or records[0].get("format") != FORMAT:
        raise NoExport(f"line 1: not the header of a {FORMAT} export")
    if records[0].get("format_version") != FORMAT_VERSION:
        raise NoExport(f"line 1: this program reads format version {FORMAT_VERSION} only")
    if len(records) == 1:
        raise NoExport("the export holds no entries")
    return records[0], list(records[1:])


def _record(number: int, line: str) -> dict[str, Any]:
    try:
        record = json.loads(line, parse_float=_no_fraction, parse_constant=_no_fraction)
    except (ValueError, RecursionError):
        raise NoExport(f"line {number}: not JSON of texts and whole numbers") from None
    if not isinstance(record, dict):
        raise NoExport(f"line {number}: not an object")
    return record


def _no_fraction(text: str) -> None:
    """Two programs may write the same fraction differently, so a log holds none."""
    raise ValueError(text)


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


def verify(
    lines: Iterable[str], receipt: Receipt | None = None, keys: Mapping[str, Any] | None = None
) -> list[Check]:
    header, entries = read_export(lines)
    report = [check_header(header, entries), *audit(entries)]
    if receipt is None:
        return report
    report.append(check_receipt(entries, receipt, keys or {}))
    return [*report, check_proof(receipt, keys or {})] if "proof" in receipt else report


def written(check: Check) -> str:
    where = f" (at seq {check.seq})" if check.seq is not None else ""
    return f"{MARKS[check.result]}  {check.name:<9} {check.detail}{where}"


def conclusion(report: list[Check]) -> tuple[str, int]:
    """The last sentence and the exit code. A receipt that nobody could check must not pass for a good one."""
    if not is_sound(report):
        return "This log does NOT hold.", 1
    if any(check.name in ("receipt", "inclusion") and check.result == "skipped" for check in report):
        return "The log holds; the receipt could not be checked.", 3
    return "All that can be checked holds.", 0


def _object(name: str) -> dict[str, Any]:
    try:
        return _record(1, Path(name).read_text(encoding="utf-8"))
    except NoExport:
        raise NoExport(f"{name} is not a JSON object") from None


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="signalbox-verify", description="Prove an export.")
    parser.add_argument("export", help="an NDJSON export; - for standard input")
    parser.add_argument("--receipt", help="a signed receipt, as JSON")
    parser.add_argument("--key", help="the server's public keys, as JSON")
    words = parser.parse_args(argv)
    if bool(words.receipt) != bool(words.key):
        parser.error("a receipt needs the key it was signed with: --receipt and --key go together")
    try:
        text = sys.stdin.read() if words.export == "-" else Path(words.export).read_text(encoding="utf-8")
        proof = [_object(name) for name in (words.receipt, words.key) if name]
        report = verify(text.split("\n"), *proof)
    except (OSError, UnicodeDecodeError, NoExport) as problem:
        print(f"{words.export}: {problem}", file=sys.stderr)
        return 2
    for check in report:
        print(written(check))
    verdict, code = conclusion(report)
    print(verdict)
    return code


if __name__ == "__main__":
    sys.exit(main())
