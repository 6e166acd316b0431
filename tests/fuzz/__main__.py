"""`make fuzz`: each target in a process of its own, from seeds that are made here, for a bounded time.

`ARGS="--seconds 600 exports notes"` fuzzes two of them for ten minutes each. What was found is in
`bench-results/fuzz/`; `ARGS="--again FILE exports"` runs one input once more. Exit code 1: something was
found.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.targets import NAMES, target

FINDINGS = Path("bench-results") / "fuzz"
MOST_SECONDS = (
    60  # by the clock, for an input that does not end; one that takes 5 of a core is a finding anyway
)
MOST_MEGABYTES = 2048
SKIPPED = "skipped: atheris has wheels for CPython 3.11 to 3.13 on Linux (x86_64) only"


def main(argv: Sequence[str] | None = None) -> int:
    words = _parser().parse_args(argv)
    if words.again:
        target(words.targets[0]).run(words.again.read_bytes())
        return 0
    if find_spec("atheris") is None:
        print(SKIPPED)
        return 0
    FINDINGS.mkdir(parents=True, exist_ok=True)
    return max([_fuzzed(name, words.seconds) for name in words.targets or NAMES])


def _fuzzed(name: str, seconds: int) -> int:
    log = FINDINGS / f"{name}.log"
    log.unlink(missing_ok=True)
    with TemporaryDirectory() as corpus:
        done = subprocess.run(_words(name, corpus, seconds), capture_output=True, text=True, check=False)
    told = done.stdout + done.stderr
    runs = re.findall(r"number_of_executed_units: (\d+)", told)
    covered = re.findall(r"cov: (\d+)", told)
    print(f"{name:<9} {(runs or ['?'])[-1]} inputs, {(covered or ['?'])[-1]} edges", flush=True)
    if done.returncode == 0:
        return 0
    log.write_text(told, encoding="utf-8")
    print(f"{name:<9} found something: see {log}", flush=True)
    return 1


def _words(name: str, corpus: str, seconds: int) -> list[str]:
    limits = [f"-max_total_time={seconds}", f"-timeout={MOST_SECONDS}", f"-rss_limit_mb={MOST_MEGABYTES}"]
    where = [f"-artifact_prefix={FINDINGS}/{name}-", "-print_final_stats=1", "-use_value_profile=0"]
    return [sys.executable, "-m", "tests.fuzz.process", name, corpus, *limits, *where]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make fuzz", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("targets", nargs="*", choices=[*NAMES, []], metavar="TARGET", help=", ".join(NAMES))
    parser.add_argument("--seconds", type=int, default=120, help="for each target; 120 if not given")
    parser.add_argument("--again", type=Path, metavar="FILE", help="run this input of a target once")
    return parser


if __name__ == "__main__":
    sys.exit(main())
