"""The summary: a table for people, JSON for machines."""

from __future__ import annotations

import json
import os
import platform
import statistics
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.chaos.breakage import KINDS
from tests.chaos.session import Outcome
from tests.support.checkout import CHECKOUT

RESULTS = CHECKOUT / "bench-results"
WHOLE = ("restart all", "kill all")
SHOWN = 20  # breakages in full


def figures(outcome: Outcome) -> dict[str, Any]:
    tape, done = outcome.tape, outcome.done
    spans = [span.seconds for span in outcome.not_ready]
    whole = [seconds for name in WHOLE for seconds in outcome.not_ready_while(name)]
    broken = Counter(breakage.kind for breakage in outcome.breakages)
    return {
        "seed": outcome.seed,
        "seconds of faults": round(outcome.seconds, 1),
        "faults": len(done),
        "faults by kind": dict(sorted(Counter(struck.name for struck in done).items())),
        "faults skipped": dict(
            Counter(f"{one.name}: {one.skipped}" for one in outcome.struck if one.skipped)
        ),
        "games": len(outcome.truth.logs),
        "events": sum(len(log.entries) for log in outcome.truth.logs.values()),
        "requests": sum(tape.statuses.values()),
        "responses by status": dict(sorted(tape.statuses.items())),
        "unanswered": sum(tape.unanswered.values()),
        "acknowledged": len(tape.acknowledged),
        "refused": dict(Counter(tape.refused.values())),
        "messages on streams": sum(map(len, tape.streams.values())),
        "notices": sum(map(len, tape.notices.values())),
        "posted to webhooks": sum(map(len, tape.posted.values())),
        "views and entries compared": len(tape.shown),
        **{f"breakage: {kind}": broken[kind] for kind in KINDS},
        "times not ready": len(spans),
        "longest not ready, s": longest(spans),
        "longest not ready, whole restarts aside, s": longest([one for one in spans if one not in whole]),
        "time until ready again, p50, s": round(statistics.median(spans or [0.0]), 1),
        "longest until acknowledged, s": longest([wait.seconds for wait in tape.waits]),
        "load of the machine": round(os.getloadavg()[0], 1),
    }


def longest(seconds: list[float]) -> float:
    return round(max(seconds, default=0), 1)


def printed(outcome: Outcome) -> None:
    table = Table("figure", "value")
    for name, value in figures(outcome).items():
        text = (
            "\n".join(f"{key}: {count}" for key, count in value.items())
            if isinstance(value, dict)
            else str(value)
        )
        table.add_row(name, text)
    console = Console()
    console.print(table)
    for kind, what in outcome.breakages[:SHOWN]:
        console.print(f"{kind} ({KINDS[kind]}): {what}", markup=False, soft_wrap=True)


def written(outcome: Outcome) -> Path:
    RESULTS.mkdir(exist_ok=True)
    now = datetime.now(UTC)
    machine = {"python": platform.python_version(), "system": platform.platform(), "cores": os.cpu_count()}
    whole = {
        "at": now.isoformat(),
        "machine": machine,
        "figures": figures(outcome),
        "breakages": outcome.breakages,
        "faults": [vars(struck) for struck in outcome.struck],
        "not ready": outcome.not_ready,
        "longest waits": sorted(outcome.tape.waits, reverse=True)[:SHOWN],
    }
    file = RESULTS / f"chaos-{now:%Y%m%dT%H%M%SZ}.json"
    file.write_text(json.dumps(whole, indent=2) + "\n")
    if outcome.breakages:
        file.with_suffix(".log").write_text(outcome.log)
    return file
