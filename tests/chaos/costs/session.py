"""One run of the cost audit."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import django
from rich.console import Console

from tests.bench.frame import Figure, load_of_the_machine
from tests.chaos.costs import operations, pages, table
from tests.chaos.costs.meter import Meter
from tests.chaos.costs.question import Question, usual
from tests.chaos.costs.scene import Scene
from tests.chaos.stack import PROGRAMS
from tests.e2e.runs import Run, running

MUCH = "1000000"
# What bounds the number of requests is lifted: this measures one request.
LIFTED = (
    *(f"RATE_LIMIT_{name}" for name in ("PLAYER", "ADDRESS", "SIGN_UP", "SIGN_IN", "IMPORTS")),
    *("OPEN_TABLES_PER_PLAYER", "RUNNING_GAMES_PER_PLAYER"),
)
WARM = 20
CONSOLE = Console(width=180)


def measure() -> tuple[list[Figure], int]:
    """The figures, and how many operations are dear and bounded by nothing."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    settings = dict.fromkeys(LIFTED, MUCH)
    with tempfile.TemporaryDirectory(prefix="signalbox-costs-") as folder:
        Path(folder).chmod(0o755)
        with running(Path(folder) / "data", WEB_PROCESSES="1", **settings) as run:
            scene, meter = Scene(run), Meter(run)
            quieten(run)
            for _ in range(WARM):
                meter.read(usual(scene))
            get = meter.read(usual(scene)).seconds
            rows = [row(question, meter, get) for question in (*operations.asked(scene), *pages.asked(scene))]
    return shown(rows, get)


def quieten(run: Run) -> None:
    """Background work asks the same PostgreSQL, so it stands still while requests are measured."""
    for name in ("worker", "hooks", "notifier", "beat"):
        if process := run.child(PROGRAMS[name]):
            for each in (process, *process.children(recursive=True)):
                each.suspend()


def row(question: Question, meter: Meter, get: float) -> table.Row:
    reading = meter.read(question)
    found = table.Row(question, reading, reading.seconds / get)
    CONSOLE.print(f"{found.ratio:8.1f} × GET, {reading.status}  {question.name}: {question.sort}")
    return found


def shown(rows: list[table.Row], get: float) -> tuple[list[Figure], int]:
    dearest = table.dearest(rows)
    CONSOLE.print(table.printed(dearest))
    unbounded = [each for each in rows if each.is_unbounded]
    for each in unbounded:
        CONSOLE.print(
            f"Dear and bounded by nothing: {each.question.name}, {each.question.sort}, {each.ratio:.0f} ×"
        )
    figures = [Figure("a usual GET", 1000 * get, "ms", "processor time of all that serve it")]
    figures += [
        Figure(f"{each.question.name}: {each.question.sort}", each.ratio, "× GET", each.bound)
        for each in dearest
    ]
    return [*figures, load_of_the_machine()], len(unbounded)
