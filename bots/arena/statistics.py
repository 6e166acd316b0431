"""What many outcomes say about each entrant, with 95 % intervals."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Final

from bots.arena.match import Outcome

Z: Final = 1.96  # standard errors on each side that hold 95 %


@dataclass(frozen=True, slots=True)
class Estimate:
    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one entrant, over all games."""

    bot: str
    games: int
    wins: Estimate
    score: Estimate
    tickets: Estimate
    thinking_p50: float  # seconds a decision
    thinking_p95: float


def figures(bots: Sequence[str], outcomes: Sequence[Outcome]) -> list[Figures]:
    return [_of_entrant(bot, entrant, outcomes) for entrant, bot in enumerate(bots)]


def _of_entrant(bot: str, entrant: int, outcomes: Sequence[Outcome]) -> Figures:
    thinking = sorted(seconds for outcome in outcomes for seconds in outcome.thinking[entrant])
    return Figures(
        bot=bot,
        games=len(outcomes),
        wins=share(math.fsum(outcome.wins[entrant] for outcome in outcomes), len(outcomes)),
        score=by_deal(outcomes, lambda outcome: outcome.scores[entrant]),
        tickets=by_deal(outcomes, lambda outcome: outcome.tickets[entrant]),
        thinking_p50=percentile(thinking, 50),
        thinking_p95=percentile(thinking, 95),
    )


def share(won: float, games: int) -> Estimate:
    """Wilson's interval: it stays within 0 and 1, and is not empty when everything was won."""
    rate, spread = won / games, Z * Z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = math.sqrt(spread * (rate * (1 - rate) + spread / 4)) / (1 + spread)
    return Estimate(rate, middle - half, middle + half)


def by_deal(outcomes: Sequence[Outcome], value: Callable[[Outcome], float]) -> Estimate:
    """The mean; its interval treats the games of one deal as one, because they are alike."""
    deals: dict[str, list[float]] = defaultdict(list)
    for outcome in outcomes:
        deals[outcome.deal].append(value(outcome))
    means = [fmean(values) for values in deals.values()]
    mean = fmean(means)
    half = Z * stdev(means) / math.sqrt(len(means)) if len(means) > 1 else 0.0
    return Estimate(mean, mean - half, mean + half)


def percentile(ordered: Sequence[float], percent: int) -> float:
    """By nearest rank; of nothing it is 0."""
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)] if ordered else 0.0
