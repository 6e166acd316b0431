"""`python -m proof verify game.ndjson`: prove an export without trusting its maker.

With `--receipt receipt.json --key key.json` also that the log is what the server once signed for, and with
`--policy FILE` that witnesses have cosigned the public log that the receipt leads to.
With `--proofs proofs.json --key key.json`, `--log URL --key key.json` or `--monitor FOLDER` also that the
public log has the game as it is here; with `--looks looks.json` beside one of the first two, that the list of
auditors' looks is whole.
With a folder instead of a file it proves a data set, game by game, on all cores.
With `--html report.html` it writes a report for print beside what it says.
Needs nothing but Python and this package. Exit code 0: all that can be checked holds; 1: something
does not; 2: the file is not an export, or cannot be read; 3: the log holds, but the receipt, what the
public log has, the list of looks or the proof of a data set cannot be checked.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from proof.audit import Check, audit, is_sound
from proof.datasets.command import processes_from, verify_folder
from proof.envelopes import Entry
from proof.exports import NoExport, check_header, read_export, read_export_file
from proof.files import Damaged, document
from proof.inclusion import check_proof, needs_proof
from proof.looks import check_looks
from proof.printed import command, complain, say
from proof.published import Published, check_published
from proof.published_sources import monitored, published, served
from proof.receipts import Receipt, check_receipt, check_seat
from proof.reports.offline import report_write
from proof.transparency.notes import NoteError, Verifier, verifier_from
from proof.transparency.policy import Policy, policy_file
from rules.strict_json import read_object
from rules.table.fold import table_of

__all__ = ["NoExport", "check_header", "main", "prove", "read_export", "verify"]

OF_AN_EXPORT: Final = ("receipt", "key", "policy", "looks", "proofs", "log", "html")
OF_A_DATASET: Final = ("vkey", "jobs")
MARKS = {"passed": "ok     ", "failed": "FAILED ", "skipped": "skipped"}


def verify(
    lines: Iterable[str],
    receipt: Receipt | None = None,
    keys: Mapping[str, Any] | None = None,
    policy: Policy | None = None,
) -> list[Check]:
    return prove(*read_export(lines), receipt, keys, policy)


def prove(
    header: dict[str, Any],
    entries: list[Entry],
    receipt: Receipt | None = None,
    keys: Mapping[str, Any] | None = None,
    policy: Policy | None = None,
) -> list[Check]:
    """The same of an export that has been read."""
    report = [check_header(header, entries), *audit(entries)]
    if receipt is None:
        return report
    report.append(check_receipt(entries, receipt, keys or {}))
    if policy is not None or needs_proof(entries, receipt):
        report.append(check_proof(receipt, keys or {}, policy))
    return [*report, check_seat(entries, receipt["seat"])] if "seat" in receipt else report


def written(check: Check) -> str:
    where = f" (at seq {check.seq})" if check.seq is not None else ""
    return f"{MARKS[check.result]}  {check.name:<9} {check.detail}{where}"


def conclusion(report: list[Check]) -> tuple[str, int]:
    """The last sentence and the exit code. A receipt that nobody could check must not pass for a good one."""
    if not is_sound(report):
        return "This log does NOT hold.", 1
    if any(check.name in ("receipt", "inclusion") and check.result == "skipped" for check in report):
        return "The log holds; the receipt could not be checked.", 3
    if any(check.name == "log" and check.result == "skipped" for check in report):
        return "The log holds; it could not be compared with the public log.", 3
    if any(check.name == "looks" and check.result == "skipped" for check in report):
        return "The log holds; the list of looks could not be compared with the public log.", 3
    return "All that can be checked holds.", 0


def write_report(
    words: argparse.Namespace, entries: list[Entry], report: list[Check], receipt: Receipt | None = None
) -> None:
    # Without folders: who repeats it has others, and these are nobody's business.
    found = {name: getattr(words, name) for name in OF_AN_EXPORT if name != "html"}
    names = {name: [files] if isinstance(files, str) else files for name, files in found.items()}
    given = [f"--{name} {' '.join(map(_name, files))}" for name, files in names.items() if files]
    command = " ".join(["python -m proof verify", Path(words.export).name, *given])
    report_write(Path(words.html), entries, report, [command], receipt)


def _name(file: str) -> str:
    return file if "://" in file else Path(file).name


def _object(name: str) -> dict[str, Any]:
    try:
        return read_object(document(Path(name)))
    except (Damaged, ValueError) as problem:
        raise NoExport(f"{name} is not a JSON object: {problem}") from None


def _list(names: Sequence[str]) -> list[dict[str, Any]]:
    """All pages of a list that was downloaded."""
    pages = [_object(name) for name in names]
    if pages[-1].get("next") or not all(isinstance(page.get("items"), list) for page in pages):
        raise NoExport(f"{names[-1]} is not the last page of a list: name all pages, in order")
    return [item for page in pages for item in page["items"]]


def _check_looks(words: argparse.Namespace, header: dict[str, Any], entries: list[Entry]) -> Check:
    read = _told(words, header)
    is_test = table_of(entries[:1]).is_test
    return check_looks(_published_as(header), _list(words.looks), read, is_test=is_test)


def _published_as(header: Mapping[str, Any]) -> str:
    return str(header.get("import", header["game"]))  # an import has an id of its own in the public log


def _told(words: argparse.Namespace, header: dict[str, Any]) -> Callable[[], Published] | None:
    """What a server says or said of the game, if that is asked for."""
    if words.log:
        return partial(served, words.log, _published_as(header), _object(words.key))
    if not words.proofs:
        return None
    at = datetime.fromtimestamp(Path(words.proofs[0]).stat().st_mtime, UTC)
    return partial(published, _published_as(header), _list(words.proofs), _object(words.key), at)


def _check_log(words: argparse.Namespace, header: dict[str, Any], entries: list[Entry]) -> Check:
    by_monitor = partial(monitored, words.monitor, _published_as(header))
    read = _told(words, header) or by_monitor
    return check_published(entries, lambda: replace(read(), is_import="import" in header))


def _policy(name: str) -> Policy:
    try:
        return policy_file(Path(name))
    except (Damaged, ValueError) as problem:
        raise NoExport(f"{name} is not a policy: {problem}") from None


def _vkey(text: str) -> Verifier:
    try:
        return verifier_from(text)
    except NoteError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="signalbox-verify", description="Prove an export, or a data set.")
    parser.add_argument("export", help="an NDJSON export, or the folder of a data set; - for standard input")
    parser.add_argument("--receipt", help="of an export: a signed receipt, as JSON")
    parser.add_argument("--key", help="of an export: the server's public keys, as JSON")
    parser.add_argument(
        "--policy", metavar="FILE", help="of a receipt: the witnesses to ask for (tlog-policy)"
    )
    parser.add_argument(
        "--looks", nargs="+", metavar="FILE", help="of an export: the pages of auditors' looks, as JSON"
    )
    parser.add_argument(
        "--proofs",
        nargs="+",
        metavar="FILE",
        help="of an export: the pages of what the public log has of the game, as JSON",
    )
    parser.add_argument(
        "--log",
        metavar="URL",
        help="of an export: ask this API for the same, as at https://example.org/api/v1",
    )
    parser.add_argument("--html", metavar="FILE", help="of an export: write a report for print to this file")
    parser.add_argument(
        "--vkey",
        type=_vkey,
        action="append",
        help="of a data set: the key of the public log, if not the one it names; again for each other key",
    )
    parser.add_argument(
        "--monitor",
        type=Path,
        metavar="FOLDER",
        help="of a monitor, to compare with the public log, and to find what a data set leaves out",
    )
    parser.add_argument(
        "--jobs", type=processes_from, help="of a data set: the number of processes, if not all cores"
    )
    return parser


def check_words(parser: argparse.ArgumentParser, words: argparse.Namespace) -> None:
    """Nothing that was asked for is passed over in silence."""
    is_folder = Path(words.export).is_dir()
    strange = OF_AN_EXPORT if is_folder else OF_A_DATASET
    for name in strange:
        if getattr(words, name) is not None:
            due = (
                "an export, not with a folder"
                if is_folder
                else "the folder of a data set, not with an export"
            )
            parser.error(f"--{name} goes with {due}")
    if bool(words.receipt or words.proofs or words.log) != bool(words.key):
        parser.error("a receipt needs the key it was signed with: --receipt and --key go together")
    if words.proofs and words.log:
        parser.error("--proofs and --log say the same, saved or asked for now: give one of them")
    if words.policy and not words.receipt:
        parser.error("a policy is for the proof that a receipt carries: --policy goes with --receipt")


@command
def main(argv: list[str] | None = None) -> int:
    parser = _parser()
    words = parser.parse_args(argv)
    check_words(parser, words)
    if Path(words.export).is_dir():
        return verify_folder(
            Path(words.export),
            known=words.vkey or (),
            monitor=words.monitor,
            processes=words.jobs,
        )
    try:
        header, entries = read_export_file(words.export)
        receipt, keys = (_object(name) if name else None for name in (words.receipt, words.key))
        policy = _policy(words.policy) if words.policy else None
        report = prove(header, entries, receipt, keys, policy)
        if words.proofs or words.log or words.monitor:
            report.append(_check_log(words, header, entries))
        if words.looks:
            report.append(_check_looks(words, header, entries))
        if words.html:
            write_report(words, entries, report, receipt)
    except (OSError, NoExport) as problem:
        return complain(f"{words.export}: {problem}")
    for check in report:
        say(written(check))
    verdict, code = conclusion(report)
    say(verdict)
    return code


if __name__ == "__main__":
    sys.exit(main())
