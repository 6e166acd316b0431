"""How long people thought, and whether two of them thought alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import quantiles
from typing import Any, Final, NamedTuple

from proof.conduct.game import Game, Pair, Times
from proof.times import parsed_time
from rules.table.base import TABLE_EVENTS, Absence

SLACK: Final = 0.1  # seconds; times that differ by less, or by the part below, are alike
PART: Final = 0.02
SHORTEST: Final = 1.0  # seconds; below it everybody is alike
ABSENCES: Final = {name for name, shape in TABLE_EVENTS.by_name.items() if issubclass(shape.cls, Absence)}
SHOWN: Final = {"tenth": 0.1, "median": 0.5, "ninetieth": 0.9}


class Thought(NamedTuple):
    seat: int
    seconds: float


def thoughts(game: Game) -> Iterator[Thought | None]:
    """The time of each decision in play; None where nobody can tell: a bot's, or after an absence."""
    started = next((entry["seq"] for entry in game.of("turn_began")), len(game.entries))
    for seq in game.deeds:
        entry, before = game.entry(seq), game.entry(seq - 1)
        if seq <= started or entry["by"] != "person" or before["type"] in ABSENCES:
            yield None
            continue
        waited = parsed_time(entry["at"]) - parsed_time(before["at"])
        yield Thought(entry["actor"], waited.total_seconds())


def seconds_of(game: Game) -> dict[int, list[float]]:
    """The times of each person's seat."""
    found: dict[int, list[float]] = defaultdict(list, {seat: [] for seat in game.people})
    for thought in thoughts(game):
        if thought:
            found[thought.seat].append(thought.seconds)
    return found


def alike(game: Game) -> dict[Pair, Times]:
    """Decisions right after one of another seat: how often they took as long as that one."""
    people = game.people
    found = {(one, other): Times() for one in people for other in people if one != other}
    for before, after in pairwise(thoughts(game)):
        if before and after and before.seat != after.seat and min(before.seconds, after.seconds) >= SHORTEST:
            near = abs(before.seconds - after.seconds) <= max(SLACK, PART * before.seconds)
            found[after.seat, before.seat].add(hit=near)
    return found


def spread(seconds: Sequence[float]) -> dict[str, Any]:
    """The median, and what a tenth of the times stay below and above."""
    if len(seconds) < 2:  # of fewer there are no quantiles
        return {"decisions": len(seconds)}
    tenths = quantiles(seconds, n=10, method="inclusive")
    shown = {name: round(tenths[round(10 * part) - 1], 3) for name, part in SHOWN.items()}
    return {"decisions": len(seconds), **shown}
