"""What is usual: the conduct of people over all finished public games of a ruleset with as many seats."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import exp, lgamma, log
from typing import Final

from django.db.models import Sum

from games.histories.blocks import Times
from games.histories.conduct import conduct_of, summed
from games.histories.story import Story
from games.histories.tallies import Sums, Tallies
from games.histories.thoughts import column
from games.models import Tally

KIND: Final = "conduct"
THINKING: Final = "thinking"
KINDS: Final = (KIND, THINKING)
GAMES: Final = "games"


@dataclass(frozen=True, slots=True)
class Base:
    games: int = 0
    rates: Mapping[str, Times] = field(default_factory=dict)  # by measure
    thinking: Mapping[int, int] = field(default_factory=dict)  # decisions, by column

    def rate(self, measure: str) -> Times:
        return self.rates.get(measure, Times())


def conduct_tallies(story: Story) -> Tallies:
    """What the game adds: trials as counts, hits as wins. A table of three is no measure for one of five."""
    seats, found = story.state.seats, defaultdict[tuple[str, str], Sums](Sums)
    if story.people:
        for kind, name, sums in _all(story):
            found[kind, f"{seats}:{name}"].add(sums)
    return found


def _all(story: Story) -> Iterator[tuple[str, str, Sums]]:
    conduct = conduct_of(story)
    yield KIND, GAMES, Sums(1)
    measured = [(name, found.values()) for name, found in conduct.seats.items()]
    measured += [(name, found.values()) for name, found in conduct.pairs.items()]
    for name, times in measured:
        total = summed(times)
        yield KIND, name, Sums(total.trials, float(total.hits))
    times_taken = (seconds for taken in conduct.thinking.values() for seconds in taken)
    for number, count in Counter(map(column, times_taken)).items():
        yield THINKING, str(number), Sums(count)


def base_of(ruleset: str, seats: int) -> Base:
    rows = Tally.objects.filter(ruleset=ruleset, kind__in=KINDS, subject__startswith=f"{seats}:")
    found: dict[str, dict[str, Times]] = {kind: {} for kind in KINDS}
    for row in rows.values("kind", "subject").annotate(trials=Sum("count"), hits=Sum("wins")):
        name = row["subject"].partition(":")[2]
        found[row["kind"]][name] = Times(round(row["hits"]), row["trials"])
    games = found[KIND].pop(GAMES, Times()).trials
    thinking = {int(number): times.trials for number, times in found[THINKING].items()}
    return Base(games, found[KIND], thinking)


def chance(times: Times, rate: float) -> float:
    """How likely a count this far off, to either side, is at the base rate: twice the smaller tail."""
    rate = min(max(rate, 1e-9), 1 - 1e-9)
    below = sum(_binomial(hits, times.trials, rate) for hits in range(times.hits + 1))
    above = sum(_binomial(hits, times.trials, rate) for hits in range(times.hits, times.trials + 1))
    return min(2 * below, 2 * above, 1.0)


def _binomial(hits: int, trials: int, rate: float) -> float:
    ways = lgamma(trials + 1) - lgamma(hits + 1) - lgamma(trials - hits + 1)
    return exp(ways + hits * log(rate) + (trials - hits) * log(1 - rate))
