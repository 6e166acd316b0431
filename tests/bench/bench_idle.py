"""The memory of a whole `make run` that nobody uses: first as it has started, then after games were played.

PSS counts a page that several processes share once, divided among them; RSS counts it for each. What the
machine shares with other programs (the C library, Python) is counted in part, as PSS does everywhere.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from tests.bench.frame import Figure, load_of_the_machine
from tests.e2e.runs import Run, running
from tests.support.checkout import CHECKOUT
from tests.support.processes import clean_env

REST_SECONDS = 20
DEMOS = 3
SERVERS = ("postgres", "valkey-server", "caddy")


def measure() -> list[Figure]:
    with TemporaryDirectory(prefix="signalbox-bench-") as folder:
        root = Path(folder)
        root.chmod(0o755)  # PostgreSQL may have to run as somebody else
        began = time.monotonic()
        with running(root / "data") as run:
            started = time.monotonic() - began
            idle = _at_rest(run)
            _play(run)
            played = _at_rest(run)
    return [
        Figure("memory (PSS)", idle.pss, "MB", f"{idle.processes} processes", bar="< 450"),
        Figure("memory after games (PSS)", played.pss, "MB", f"{DEMOS} demos", bar="< 450"),
        Figure("memory (RSS)", idle.rss, "MB", "shared pages counted for each process"),
        Figure("of it PostgreSQL, Redis and Caddy (PSS)", idle.servers, "MB"),
        Figure("until it is ready", started, "s", "with an empty data folder"),
        load_of_the_machine(),
    ]


class Memory:
    """Of a run and all its processes, in MB of a million bytes."""

    def __init__(self, family: Iterable[psutil.Process]) -> None:
        self.pss = self.rss = self.servers = 0.0
        self.processes = 0
        for process in family:
            found = process.memory_full_info()
            self.pss += found.pss / 1e6
            self.rss += found.rss / 1e6
            self.servers += found.pss / 1e6 if process.name() in SERVERS else 0
            self.processes += 1


def _at_rest(run: Run) -> Memory:
    time.sleep(REST_SECONDS)
    return Memory([psutil.Process(run.process.pid), *run.family()])


def _play(run: Run) -> None:
    for _ in range(DEMOS):
        subprocess.run(
            ["make", "--no-print-directory", "demo", f"PYTHON={sys.executable}"],
            cwd=CHECKOUT,
            env=clean_env(DATA_DIR=str(run.data)),
            capture_output=True,
            check=True,
        )
