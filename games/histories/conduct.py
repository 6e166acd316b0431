"""What can be said of how people behaved in a game, as counts; and the same over all games, as base rates.

Networks, addresses and devices are not used: there is nothing here but the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp, lgamma, log
from typing import Any, Final

from django.db.models import Sum

from games.histories.blocks import Pair, Times, blocks_of
from games.histories.story import Story
from games.histories.tallies import Sums, Tallies
from games.histories.thoughts import alike
from games.models import Tally

KIND: Final = "conduct"
OF_PAIRS: Final = {"alike": alike, "blocks": blocks_of}
Seats = Mapping[int, Times]


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


def pairs_of(story: Story) -> dict[str, dict[Pair, Times]]:
    return {name: measure(story) for name, measure in OF_PAIRS.items()}


def seats_of(story: Story) -> dict[str, Seats]:
    return {"time_outs": time_outs(story), "hand_overs": hand_overs(story)}


def conduct_tallies(story: Story) -> Tallies:
    """What the game adds to the base rates: trials as counts, hits as wins."""
    everything: dict[str, Iterable[Times]] = {
        **{name: found.values() for name, found in pairs_of(story).items()},
        **{name: found.values() for name, found in seats_of(story).items()},
    }
    sums = {name: summed(times) for name, times in everything.items()}
    found = {(KIND, name): Sums(times.trials, float(times.hits)) for name, times in sums.items()}
    return found | {(KIND, "games"): Sums(1)} if story.people else {}


def summed(times: Iterable[Times]) -> Times:
    found = Times()
    for one in times:
        found.hits, found.trials = found.hits + one.hits, found.trials + one.trials
    return found


def base_rates(ruleset: str) -> dict[str, Times]:
    """Over all finished public games of the ruleset with people in them."""
    rows = Tally.objects.filter(ruleset=ruleset, kind=KIND).values("subject")
    return {
        row["subject"]: Times(round(row["hits"]), row["trials"])
        for row in rows.annotate(trials=Sum("count"), hits=Sum("wins"))
    }


def evidence(measure: str, times: Times, base: Times) -> dict[str, Any]:
    """A count beside its base rate, and how often chance alone does as much: evidence, never a verdict."""
    found = {"measure": measure, "count": times.hits, "of": times.trials, "rate": _rate(times)}
    found["base"] = {"count": base.hits, "of": base.trials, "rate": _rate(base)}
    if times.trials and base.trials:
        found["chance"] = round(chance(times, _rate(base)), 6)
    return found


def _rate(times: Times) -> float:
    return round(times.hits / times.trials, 4) if times.trials else 0.0


def chance(times: Times, rate: float) -> float:
    """How likely a count this far off, to either side, is at the base rate: twice the smaller tail."""
    rate = min(max(rate, 1e-9), 1 - 1e-9)
    below = sum(_binomial(hits, times.trials, rate) for hits in range(times.hits + 1))
    above = sum(_binomial(hits, times.trials, rate) for hits in range(times.hits, times.trials + 1))
    return min(2 * below, 2 * above, 1.0)


def _binomial(hits: int, trials: int, rate: float) -> float:
    ways = lgamma(trials + 1) - lgamma(hits + 1) - lgamma(trials - hits + 1)
    return exp(ways + hits * log(rate) + (trials - hits) * log(1 - rate))
