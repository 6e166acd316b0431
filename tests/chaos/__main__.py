"""`make chaos`: faults for a given time or number, from a given seed; a table, JSON, and an exit code.

`make chaos ARGS=attacks`: what a good client waits while somebody attacks.
`make chaos ARGS=costs`: what the dearest request to each operation and page costs.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from functools import partial
from pathlib import Path

from rich.console import Console

from tests.bench.__main__ import write
from tests.chaos.attacks import session as attacks
from tests.chaos.costs.session import measure as costs
from tests.chaos.report import printed, written
from tests.chaos.session import Session


def main(words: list[str]) -> int:
    wanted = options().parse_args(words)
    if wanted.what == "attacks":
        rows = attacks.measure()
        Console(width=180).print(attacks.printed(rows))
        print("Written to", write({"attacks": rows}))
        return 0
    if wanted.what == "costs":
        figures, unbounded = costs()
        print("Written to", write({"costs": figures}))
        return 1 if unbounded else 0
    seed = random.SystemRandom().randrange(10**6) if wanted.seed is None else wanted.seed
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="signalbox-chaos-") as folder:
        Path(folder).chmod(0o755)
        session = Session(Path(folder), seed, partial(print, flush=True))
        try:
            outcome = session.go(faults=wanted.faults, seconds=wanted.seconds)
        finally:
            session.close()
    printed(outcome)
    print("Written to", written(outcome))
    return 1 if outcome.breakages else 0


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("what", nargs="?", choices=("faults", "attacks", "costs"), default="faults")
    parser.add_argument("--faults", type=int, default=0, help="stop after so many faults")
    parser.add_argument("--seconds", type=float, default=0, help="stop after so many seconds of faults")
    parser.add_argument("--seed", type=int, help="the same seed gives the same faults; printed without one")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
