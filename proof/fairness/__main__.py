"""`python -m proof fairness FOLDER …`: test the chance in data sets, and print the numbers.

Several folders are taken together, in the order in which they are named. `--by` also tests slices of the
games. The logs are believed: prove them first with `python -m proof verify`. Exit code 0: nothing is
surprising; 1: something is; 2: a folder is not a data set.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from proof.datasets.command import each, processes_from, progress
from proof.datasets.manifest import NotADataset
from proof.fairness.folders import counted, work_of
from proof.fairness.report import report_of, written
from proof.fairness.tally import SLICES, Tally
from proof.printed import command, complain, say


@command
def main(argv: list[str] | None = None) -> int:
    words = _parser().parse_args(argv)
    try:
        work = [one for folder in words.folders for one in work_of(folder, words.by)]
        tally = Tally(words.by)
        for part in progress(each(counted, work, words.jobs), [one.games for one in work]):
            tally.merge(part)
    except NotADataset as problem:
        return complain(str(problem))
    report = report_of(tally)
    for line in _as_json(report, tally, counts=words.counts) if words.json else written(report):
        say(line)
    return 1 if report["suspicious"] else 0


def _as_json(report: dict[str, Any], tally: Tally, *, counts: bool) -> list[str]:
    more = {"counts": tally.plain()} if counts else {}
    return json.dumps({**report, **more}, indent=1).split("\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m proof fairness", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="the folder of a data set")
    parser.add_argument("--by", action="append", default=[], choices=sorted(SLICES), help="test slices too")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--counts", action="store_true", help="with --json: also what was counted")
    parser.add_argument("--jobs", type=processes_from, help="the number of processes, if not all cores")
    return parser


if __name__ == "__main__":
    sys.exit(main())
