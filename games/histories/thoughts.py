"""How long people thought, and whether two of them thought alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import floor, log2
from statistics import quantiles
from typing import Any, Final, NamedTuple

from games.histories.blocks import Pair, Times
from games.histories.story import Story
from games.log import store
from rules.table.base import TABLE_EVENTS, Absence

SLACK: Final = 0.1  # seconds; times that differ by less, or by the part below, are alike
PART: Final = 0.02
SHORTEST: Final = 1.0  # seconds; below it everybody is alike
COLUMNS: Final = 4  # of the histogram for each doubling of the time, so that a column is 19 % wide
LOWEST: Final = 1 / 64  # seconds; all that is shorter is in the first column
ABSENCES: Final = {name for name, shape in TABLE_EVENTS.by_name.items() if issubclass(shape.cls, Absence)}
SHOWN: Final = {"tenth": 0.1, "median": 0.5, "ninetieth": 0.9}


class Thought(NamedTuple):
    seat: int
    seconds: float


def thoughts(story: Story) -> Iterator[Thought | None]:
    """The time of each decision in play; None where nobody can tell: a bot's, or after an absence."""
    started = next(entry["seq"] for entry in story.of("turn_began"))
    for seq, _ in story.deeds:
        entry, before = story.entry(seq), story.entry(seq - 1)
        if seq <= started or entry["by"] != "person" or before["type"] in ABSENCES:
            yield None
            continue
        waited = store.moment(entry["at"]) - store.moment(before["at"])
        yield Thought(story.actor(seq), waited.total_seconds())


def seconds_of(story: Story) -> dict[int, list[float]]:
    """The times of each person's seat."""
    found: dict[int, list[float]] = defaultdict(list, {seat: [] for seat in story.people})
    for thought in thoughts(story):
        if thought:
            found[thought.seat].append(thought.seconds)
    return found


def alike(story: Story) -> dict[Pair, Times]:
    """Decisions right after one of another seat: how often they took as long as that one."""
    people = story.people
    found = {(one, other): Times() for one in people for other in people if one != other}
    for before, after in pairwise(thoughts(story)):
        if before and after and before.seat != after.seat and min(before.seconds, after.seconds) >= SHORTEST:
            near = abs(before.seconds - after.seconds) <= max(SLACK, PART * before.seconds)
            found[after.seat, before.seat].add(hit=near)
    return found


def column(seconds: float) -> int:
    """Where a time belongs in the histogram."""
    return floor(COLUMNS * log2(max(seconds, LOWEST) / LOWEST))


def spread(seconds: Sequence[float]) -> dict[str, Any]:
    """The median, and what a tenth of the times stay below and above."""
    if len(seconds) < 2:  # noqa: PLR2004 (of fewer there are no quantiles)
        return {"decisions": len(seconds)}
    tenths = quantiles(seconds, n=10, method="inclusive")
    shown = {name: round(tenths[round(10 * part) - 1], 3) for name, part in SHOWN.items()}
    return {"decisions": len(seconds), **shown}


def spread_of_columns(counts: Mapping[int, int]) -> dict[str, Any]:
    """The same of a histogram; a time is then known to a tenth of itself."""
    total = sum(counts.values())
    if not total:
        return {"decisions": 0}
    columns = sorted(counts)
    upto = list(accumulate(counts[number] for number in columns))
    return {"decisions": total} | {
        name: _middle(
            next(number for number, sum_ in zip(columns, upto, strict=True) if sum_ >= part * total)
        )
        for name, part in SHOWN.items()
    }


def _middle(number: int) -> float:
    return round(LOWEST * 2 ** ((number + 0.5) / COLUMNS), 3)
