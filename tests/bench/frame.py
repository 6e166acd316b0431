"""What a benchmark is: a module `bench_<name>.py` in this folder with `def measure() -> list[Figure]`."""

import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

_PREFIX = "bench_"


@dataclass
class Figure:
    name: str
    value: float
    unit: str
    note: str = ""
    bar: str = ""  # what the figure must reach


def load_of_the_machine() -> Figure:
    """What else went on while the figures beside it were taken."""
    return Figure("load of the machine", os.getloadavg()[0], "", f"over a minute; {os.cpu_count()} cores")


def benchmarks() -> dict[str, Callable[[], list[Figure]]]:
    names = [file.stem.removeprefix(_PREFIX) for file in Path(__file__).parent.glob(f"{_PREFIX}*.py")]
    return {name: import_module(f"tests.bench.{_PREFIX}{name}").measure for name in names}


def seconds_per_call(*calls: Callable[[], object], rounds: int = 15, batch: float = 0.05) -> list[float]:
    """The median time of each call. They take turns, so that a slow moment of the machine hits all alike."""
    repeats = [_repeats(call, batch) for call in calls]
    taken: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for times, call, count in zip(taken, calls, repeats, strict=True):
            times.append(_time(call, count) / count)
    return [statistics.median(times) for times in taken]


def best_rates(*sides: Callable[[int], int], rounds: int = 5, chunks: int = 10) -> list[float]:
    """Units per second of each side, the best of each chunk of its work taken together.

    A side is told the number of a chunk, always does the same for it and returns how many units that
    were. The sides take turns and only the time of this thread counts; of the rounds the fastest
    counts, chunk by chunk: a busy machine only ever makes work slower.
    """
    best = [[float("inf")] * chunks for _ in sides]
    units = [[0] * chunks for _ in sides]
    for _ in range(rounds):
        for chunk in range(chunks):
            for i, side in enumerate(sides):
                start = time.thread_time()
                units[i][chunk] = side(chunk)
                best[i][chunk] = min(best[i][chunk], time.thread_time() - start)
    return [sum(done) / sum(taken) for done, taken in zip(units, best, strict=True)]


def usual_rates(*sides: Callable[[int], int], chunks: range) -> list[float]:
    """Units per second of each side, the median over chunks of work that it has never done before."""
    rates: list[list[float]] = [[] for _ in sides]
    for chunk in chunks:
        for taken, side in zip(rates, sides, strict=True):
            start = time.thread_time()
            units = side(chunk)
            taken.append(units / (time.thread_time() - start))
    return [statistics.median(taken) for taken in rates]


def _time(call: Callable[[], object], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        call()
    return time.perf_counter() - start


def _repeats(call: Callable[[], object], batch: float) -> int:
    """How many calls fill a batch; the first calls warm up and are not counted."""
    _time(call, 3)
    return max(1, int(batch / (_time(call, 3) / 3)))
