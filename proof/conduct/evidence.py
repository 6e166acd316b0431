"""Evidence of conduct, for one game and for two players, each count beside its base rate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, lgamma, log
from typing import Any

from proof.conduct.folders import Kind, Shared
from proof.conduct.game import Game, Pair, Times
from proof.conduct.measures import Base, Conduct, conduct_of, summed
from proof.conduct.thoughts import spread

Plain = dict[str, Any]


def game_evidence(game: Game, bases: Mapping[Kind, Base]) -> Plain:
    """Of the people of a finished game: each seat, and each pair of seats in both directions."""
    base = bases.get(game.kind, Base())
    found, people = conduct_of(game), sorted(game.people)
    return {
        "game": game.id,
        "base_games": base.games,
        "seats": [{"seat": seat, **_of_seats([(found, seat)], base)} for seat in people],
        "pairs": [
            {"seat": one, "other": other, "evidence": _of_pairs([(found, (one, other))], base)}
            for one in people
            for other in people
            if one != other
        ],
    }


def pair_evidence(names: Sequence[str], kind: Kind, shared: Sequence[Shared], base: Base) -> Plain:
    """Over the games of both, of one ruleset and number of seats, since each has base rates of its own."""
    return {
        "ruleset": kind[0],
        "seats": kind[1],
        "games": [one.game for one in shared],
        "base_games": base.games,
        "players": [
            {"name": name, **_of_seats([(one.conduct, one.pair[place]) for one in shared], base)}
            for place, name in enumerate(names)
        ],
        "evidence": _of_pairs([(one.conduct, one.pair) for one in shared], base),
    }


def _of_seats(found: Sequence[tuple[Conduct, int]], base: Base) -> Plain:
    """Of one person, in one game or in several."""
    taken = [seconds for conduct, seat in found for seconds in conduct.thinking.get(seat, [])]
    return {
        "thinking": {**spread(taken), "base": spread(base.thinking)},
        "evidence": [
            evidence(name, summed(conduct.seats[name].get(seat, Times()) for conduct, seat in found), base)
            for name in found[0][0].seats
        ],
    }


def _of_pairs(found: Sequence[tuple[Conduct, Pair]], base: Base) -> list[Plain]:
    """What one person did to another, and beside it what they did to everybody else at these tables."""
    return [
        {
            **evidence(name, summed(_towards(found, name)), base),
            "towards_others": _counted(summed(_elsewhere(found, name))),
        }
        for name, pairs in found[0][0].pairs.items()
        if pairs
    ]


def _towards(found: Sequence[tuple[Conduct, Pair]], name: str) -> list[Times]:
    return [conduct.pairs[name].get(pair, Times()) for conduct, pair in found]


def _elsewhere(found: Sequence[tuple[Conduct, Pair]], name: str) -> list[Times]:
    return [
        times
        for conduct, (doer, target) in found
        for (one, other), times in conduct.pairs[name].items()
        if one == doer and other != target
    ]


def evidence(measure: str, times: Times, base: Base) -> Plain:
    """A count beside its base rate, and how often chance alone does as much: evidence, never a verdict."""
    usual = base.rates.get(measure, Times())
    found = {"measure": measure, **_counted(times), "rate": _rate(times)}
    found["base"] = {**_counted(usual), "rate": _rate(usual)}
    if times.trials and usual.trials:
        found["chance"] = round(chance(times, usual.hits / usual.trials), 6)
    return found


def _counted(times: Times) -> Plain:
    return {"count": times.hits, "of": times.trials}


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
