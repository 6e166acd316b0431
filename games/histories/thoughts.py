"""How long people thought, and whether two of them thought alike."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from games.histories.blocks import Pair, Times
from games.histories.story import Story
from games.log import store
from rules.sentences import ABSENCES

SLACK: Final = 0.1  # seconds; times that differ by less, or by the part below, are alike
PART: Final = 0.02
SHORTEST: Final = 1.0  # seconds; below it everybody is alike


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


def alike(story: Story) -> dict[Pair, Times]:
    """Decisions that follow each other: how often the second took as long as the first."""
    people = story.people
    found = {(one, other): Times() for one in people for other in people if one != other}
    for one, other in pairwise(thoughts(story)):
        if one and other and one.seat != other.seat and min(one.seconds, other.seconds) >= SHORTEST:
            near = abs(one.seconds - other.seconds) <= max(SLACK, PART * one.seconds)
            found[one.seat, other.seat].add(hit=near)
    return found
