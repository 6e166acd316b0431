"""Run the named benchmarks, or all; print a table and write JSON."""

import json
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.bench.frame import Figure, benchmarks
from tests.support.checkout import CHECKOUT

RESULTS = CHECKOUT / "bench-results"


def main(wanted: list[str]) -> None:
    known = benchmarks()
    if unknown := set(wanted) - set(known):
        sys.exit(f"No such benchmark: {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}.")
    found: dict[str, list[Figure]] = {name: known[name]() for name in sorted(wanted or known)}
    Console().print(table(found))
    print("Written to", write(found))


def table(found: dict[str, list[Figure]]) -> Table:
    made = Table("benchmark", "figure", "value", "unit", "bar", "note")
    for name, figures in found.items():
        for figure in figures:
            made.add_row(name, figure.name, _short(figure.value), figure.unit, figure.bar, figure.note)
    return made


def _short(value: float) -> str:
    """Four digits, or all of a whole number: 0.5312, 15.04, 394,210."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def write(found: Mapping[str, Sequence[object]]) -> Path:
    RESULTS.mkdir(exist_ok=True)
    now = datetime.now(UTC)
    machine = {"python": platform.python_version(), "system": platform.platform(), "cores": os.cpu_count()}
    file = RESULTS / f"{now:%Y%m%dT%H%M%SZ}.json"
    figures = {name: [vars(figure) for figure in figures] for name, figures in found.items()}
    file.write_text(
        json.dumps({"at": now.isoformat(), "machine": machine, "figures": figures}, indent=2) + "\n"
    )
    return file


if __name__ == "__main__":
    main(sys.argv[1:])
