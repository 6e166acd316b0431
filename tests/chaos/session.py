"""One run of chaos: start the stack and the load, strike, wait for the end, and check."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

import psutil

from tests.chaos.breakage import Breakage
from tests.chaos.checks import check_all
from tests.chaos.client import Client, Wires
from tests.chaos.faults import FAULTS, Scene, Skipped
from tests.chaos.load import Load
from tests.chaos.readiness import Readiness, Span
from tests.chaos.stack import Stack
from tests.chaos.tape import Tape
from tests.chaos.truth import Truth, read_truth
from tests.support.webhook_receiver import receiving

DEFAULT_SECONDS = 120.0
TWO_AT_ONCE = 0.25
PAUSE = (0.0, 1.5)
BACK_SECONDS = 180.0


@dataclass
class Struck:
    """A fault that was done, and how long after it the server was not ready."""

    name: str
    at: float
    took: float = 0.0
    skipped: str = ""
    back: float = 0.0

    def touches(self, span: Span) -> bool:
        return self.at < span.end and span.begin < self.at + self.took + self.back

    def __str__(self) -> str:
        how = f"skipped: {self.skipped}" if self.skipped else f"ready {self.back:.1f} s after it"
        return f"{self.name:28} {self.took:5.1f} s; {how}"


@dataclass
class Outcome:
    seed: int
    tape: Tape
    truth: Truth
    seconds: float
    struck: list[Struck]
    not_ready: list[Span]
    log: str  # of the stack
    breakages: list[Breakage] = field(default_factory=list)

    @property
    def done(self) -> list[Struck]:
        return [struck for struck in self.struck if not struck.skipped]

    def not_ready_while(self, name: str) -> list[float]:
        """The seconds of the times without readiness that have to do with faults of this name."""
        struck = [one for one in self.done if name in one.name]
        return [span.seconds for span in self.not_ready if any(one.touches(span) for one in struck)]


class Session:
    def __init__(self, root: Path, seed: int, say: Callable[[str], None] = lambda _: None) -> None:
        self.seed, self.whim, self._say = seed, random.Random(seed), say
        self.tape, self.wires = Tape(), Wires()
        self._open = ExitStack()
        self.stack = Stack(root)
        self._open.callback(self.stack.close)
        receiver = self._open.enter_context(receiving())
        self.load = Load(self.stack.port, self.tape, self.wires, receiver, seed)
        self.readiness = Readiness(Client(self.stack.port, self.tape, Wires()))
        self.struck: list[Struck] = []

    def close(self) -> None:
        self.load.over.set()
        self.readiness.close()
        self._open.close()
        self.wires.close()

    def go(self, *, faults: int, seconds: float) -> Outcome:
        assert not (missing := self.stack.missing()), f"no process of {missing}"
        self.load.sign_up()
        began = time.monotonic()
        end = began + (seconds or (float("inf") if faults else DEFAULT_SECONDS))
        while time.monotonic() < end and len(self.done()) < (faults or float("inf")):
            self.strike(self.choose())
        took = time.monotonic() - began
        self.load.finish()
        return self.outcome(took)

    def done(self) -> list[Struck]:
        return [struck for struck in self.struck if not struck.skipped]

    # -- faults --------------------------------------------------------------------------------------

    def strike(self, names: list[str]) -> None:
        """All at once; then the server may become ready before the next."""
        strikes = [Struck(name, time.monotonic()) for name in names]
        whims = [random.Random(self.whim.random()) for _ in names]
        threads = [
            Thread(target=self._strike, args=(struck, whim))
            for struck, whim in zip(strikes, whims, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        undone = time.monotonic()
        if not self.readiness.wait(BACK_SECONDS):
            self.tape.broke("not back", f"not ready {BACK_SECONDS:.0f} s after {names}")
        for struck in strikes:
            struck.back = self.readiness.back_after(undone)
            self.struck.append(struck)
            self._say(f"{len(self.struck):4} {struck}")
        time.sleep(self.whim.uniform(*PAUSE))

    def choose(self) -> list[str]:
        """One fault, or two."""
        names = list(FAULTS)
        weights = [weight for weight, _ in FAULTS.values()]
        count = 2 if self.whim.random() < TWO_AT_ONCE else 1
        return list(dict.fromkeys(self.whim.choices(names, weights, k=count)))

    def _strike(self, struck: Struck, whim: random.Random) -> None:
        scene = Scene(self.stack, self.wires, whim, lambda: whim.choice(list(self.load.games) or ["none"]))
        try:
            FAULTS[struck.name][1](scene)
        except (Skipped, psutil.NoSuchProcess) as why:  # the other fault was faster
            struck.skipped = str(why)
        except Exception as error:  # noqa: BLE001 (the main thread would wait for nothing)
            self.tape.broke("client", f"the fault {struck.name} failed: {error!r}")
        struck.took = time.monotonic() - struck.at

    # -- the end -------------------------------------------------------------------------------------

    def outcome(self, seconds: float) -> Outcome:
        truth = read_truth(self.load.people, self.load.nobody)
        breakages = check_all(self.tape, truth) + self.audited()
        log, spans = self.stack.log(), self.readiness.spans
        return Outcome(self.seed, self.tape, truth, seconds, self.struck, spans, log, breakages)

    def audited(self) -> list[Breakage]:
        done = self.stack.manage("verify", "--all", "--anew")
        return [Breakage("log", (done.stdout + done.stderr)[-2000:])] if done.returncode else []
