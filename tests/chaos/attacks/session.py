"""One run of all attacks, first without limits, then with those that a server has by default."""

from __future__ import annotations

import multiprocessing
import os
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Final

from rich.table import Table

from tests.chaos.attacks.good import Good, Waits, p50, p95
from tests.chaos.attacks.kinds import LIMITED, UNLIMITED, Attack
from tests.chaos.attacks.target import Target
from tests.chaos.costs.scene import NOTE
from tests.chaos.stack import PROGRAMS
from tests.e2e.bot_tables import Host, all_finish
from tests.e2e.runs import Run
from tests.support.processes import eventually, free_port

CALM, HURT, SETTLE = 5.0, 10.0, 3.0  # seconds: before an attack, under it, and until it has begun
FILES: Final = 4096
ACCOUNTS: Final = 5
NOTES: Final = 40
MUCH: Final = "1000000"
# The defaults, which tests lift.
LIMITS: Final = {
    "RATE_LIMIT_ADDRESS": "300",
    "RATE_LIMIT_IMPORTS": "20",
    "RATE_LIMIT_PLAYER": "1200",
    "RATE_LIMIT_SIGN_IN": "10",
    "RATE_LIMIT_SIGN_UP": "20",
}


@dataclass(frozen=True)
class Row:
    attack: str
    answered_per_second: float
    read_p50: float
    read_p95: float
    move_p50: float
    move_p95: float
    read_ratio: float  # of the medians, to those before the attack
    move_ratio: float
    good_answers: int
    good_requests: int
    web_growth: float  # MB
    proxy_growth: float


def row(name: str, calm: Waits, hurt: Waits, answered: float = 0.0, *growth: float) -> Row:
    web, proxy = growth or (0.0, 0.0)
    return Row(
        name,
        answered,
        *(p50(hurt.reads), p95(hurt.reads), p50(hurt.moves), p95(hurt.moves)),
        *(p50(hurt.reads) / p50(calm.reads), p50(hurt.moves) / p50(calm.moves)),
        *(hurt.sent - hurt.failed, hurt.sent),
        *(web, proxy),
    )


class Piped(Run):
    """Its output goes into a pipe, which is read as long as nobody says otherwise."""

    def __init__(self, data: Path, **env: str) -> None:
        reading, writing = os.pipe()
        self.is_read = True
        self._drain = Thread(target=self._read, args=(reading,), daemon=True)
        self._drain.start()
        self.output = writing
        super().__init__(data, free_port(), (), **env)
        os.close(writing)

    def _read(self, pipe: int) -> None:
        while True:
            if not self.is_read:
                time.sleep(0.1)
            elif not os.read(pipe, 65536):
                break
        os.close(pipe)

    def megabytes(self, name: str) -> float:
        parent = self.child(PROGRAMS[name])
        family = [parent, *parent.children(recursive=True)] if parent else []
        return sum(each.memory_info().rss for each in family) / 1e6


@contextmanager
def ready(**env: str) -> Iterator[Piped]:
    with tempfile.TemporaryDirectory(prefix="signalbox-attacks-") as folder:
        Path(folder).chmod(0o755)
        run = Piped(Path(folder) / "data", **env)
        try:
            eventually(run.is_ready, seconds=120, what="being ready")
            yield run
        finally:
            run.is_read = True
            run.stop()


@contextmanager
def attacked(attack: Attack, target: Target) -> Iterator[None]:
    process = multiprocessing.get_context("fork").Process(target=attack, args=(target,), daemon=True)
    process.start()
    time.sleep(SETTLE)
    try:
        yield
    finally:
        process.kill()
        process.join()


def measure() -> list[Row]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(FILES, hard)), hard))
    with ready(**dict.fromkeys(LIMITS, MUCH)) as run:
        found = rows(run, Good(run), UNLIMITED)
    with ready(**LIMITS) as run:
        good = Good(run)
        return [*found, *rows(run, good, LIMITED), unread_output(run, good)]


def rows(run: Piped, good: Good, attacks: dict[str, Attack]) -> list[Row]:
    target, calm = target_of(run), good.play(CALM)
    return [row("none", calm, calm), *(hurt_by(name, good, run, target) for name in attacks)]


def hurt_by(name: str, good: Good, run: Piped, target: Target) -> Row:
    calm, sizes = good.play(CALM), [run.megabytes("web"), run.megabytes("proxy")]
    with attacked((UNLIMITED | LIMITED)[name], target):
        target.answered.value = 0
        hurt = good.play(HURT)
        growth = [run.megabytes("web") - sizes[0], run.megabytes("proxy") - sizes[1]]
    return row(name, calm, hurt, target.answered.value / HURT, *growth)


def unread_output(run: Piped, good: Good) -> Row:
    calm = good.play(CALM)
    run.is_read = False
    hurt = good.play(HURT)
    run.is_read = True
    return row("output that nobody reads", calm, hurt)


def target_of(run: Run) -> Target:
    attackers = [Host(run, f"attacker-{number}") for number in range(ACCOUNTS)]
    running = attackers[0].table("random", sit=True, seats=2)
    finished = attackers[0].table("random", "random")
    all_finish(run, [finished])
    for attacker in attackers:
        fill(attacker)
    export = attackers[0].ask("GET", f"/games/{finished}/export")
    return Target(run.port, running, finished, export, tuple(each.token for each in attackers))


def fill(attacker: Host) -> None:
    """Notes make an archive of some size."""
    for _ in range(NOTES):
        game = attacker.post("/games", {"ruleset": "london", "seats": 2})["id"]
        attacker.ask("PUT", f"/games/{game}/note", b'{"text": "%s"}' % NOTE.encode())


def printed(found: list[Row]) -> Table:
    made = Table(
        "attack", "answered/s", "read p50/p95", "×", "move p50/p95", "×", "good answers", "web, proxy MB"
    )
    for each in found:
        made.add_row(
            each.attack,
            f"{each.answered_per_second:.0f}",
            f"{each.read_p50:.0f} / {each.read_p95:.0f}",
            f"{each.read_ratio:.1f}",
            f"{each.move_p50:.0f} / {each.move_p95:.0f}",
            f"{each.move_ratio:.1f}",
            f"{each.good_answers} of {each.good_requests}",
            f"{each.web_growth:+.0f}, {each.proxy_growth:+.0f}",
        )
    return made
