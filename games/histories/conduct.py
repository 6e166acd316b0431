"""What can be said of how people behaved in a game, as counts.

Networks, addresses and devices are not used: there is nothing here but the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.histories.blocks import Pair, Times, blocks_of
from games.histories.story import Story
from games.histories.thoughts import alike, seconds_of

Seats = Mapping[int, Times]
Pairs = Mapping[Pair, Times]


@dataclass(frozen=True, slots=True)
class Conduct:
    """Of the people of one game."""

    thinking: Mapping[int, list[float]]  # seconds of each decision, by seat
    seats: Mapping[str, Seats]  # by measure
    pairs: Mapping[str, Pairs]


def conduct_of(story: Story) -> Conduct:
    return Conduct(
        thinking=seconds_of(story),
        seats={"time_outs": time_outs(story), "hand_overs": hand_overs(story)},
        pairs={"alike": alike(story), "blocks": blocks_of(story)},
    )


def time_outs(story: Story) -> Seats:
    """Decisions of people's seats, and those for which the time ran out."""
    found = {seat: Times() for seat in story.people}
    for seq, _ in story.deeds:
        entry = story.entry(seq)
        if entry["actor"] in found and entry["by"] in ("person", "cover"):
            found[entry["actor"]].add(hit=entry["by"] == "cover")
    return found


def hand_overs(story: Story) -> Seats:
    """Whether a stand-in ever played the seat of a person."""
    left = {entry["public"]["seat"] for entry in story.of("seat_handed_over", "seat_resigned")}
    return {seat: Times(int(seat in left), 1) for seat in story.people}


def summed(times: Iterable[Times]) -> Times:
    found = Times()
    for one in times:
        found.hits, found.trials = found.hits + one.hits, found.trials + one.trials
    return found
