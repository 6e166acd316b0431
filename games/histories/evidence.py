"""Evidence of conduct, for one game and for two players, each count beside its base rate."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from games.histories.base_rates import Base, base_of, chance
from games.histories.blocks import Pair, Times
from games.histories.conduct import Conduct, conduct_of, summed
from games.histories.story import story_of
from games.histories.thoughts import spread, spread_of_columns
from games.http.heavy import give_back_connection
from games.models import Game, Player, Seat

Plain = dict[str, Any]

MOST_GAMES: Final = 50  # of a pair; the newest


class Shared(NamedTuple):
    """A game of two players, from which evidence of them is taken."""

    game: UUID
    conduct: Conduct
    pair: Pair  # their seats


def game_conduct(game: Game) -> Plain:
    """Of the people of a finished game: each seat, and each pair of seats in both directions."""
    story = story_of(game.id)
    base = base_of(game.ruleset, story.state.seats)
    give_back_connection()
    found, people = conduct_of(story), sorted(story.people)
    return {
        "games": base.games,
        "seats": [{"seat": seat, **_of_seats([(found, seat)], base)} for seat in people],
        "pairs": [
            {"seat": one, "other": other, "evidence": _of_pairs([(found, (one, other))], base)}
            for one in people
            for other in people
            if one != other
        ],
    }


def games_of_both(games: QuerySet[Game], one: Player, other: Player) -> QuerySet[Game]:
    """Of these games the finished ones that both played, the newest first. Test tables do not count."""
    seats = Seat.objects.filter(game=OuterRef("pk"))
    both = games.filter(Exists(seats.filter(player=one)), Exists(seats.filter(player=other)))
    return both.filter(status=Game.Status.FINISHED, test=False).order_by("-finished_at", "-id")


def pair_conduct(one: Player, other: Player, games: Sequence[Game]) -> Plain:
    """Over these games of both, by ruleset and number of seats, since each has base rates of its own."""
    tables: dict[tuple[str, int], list[Shared]] = defaultdict(list)
    for game in games:
        story = story_of(game.id)
        pair = _seat(game.id, one), _seat(game.id, other)
        tables[story.rules.name, story.state.seats].append(Shared(game.id, conduct_of(story), pair))
    names = one.name, other.name
    return {
        "player": one.name,
        "other": other.name,
        "tables": [_table(*kind, names, shared) for kind, shared in sorted(tables.items())],
    }


def _table(ruleset: str, seats: int, names: tuple[str, str], shared: Sequence[Shared]) -> Plain:
    base = base_of(ruleset, seats)
    return {
        "ruleset": ruleset,
        "seats": seats,
        "games": [str(one.game) for one in shared],
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
        "thinking": {**spread(taken), "base": spread_of_columns(base.thinking)},
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
    usual = base.rate(measure)
    found = {"measure": measure, **_counted(times), "rate": _rate(times)}
    found["base"] = {**_counted(usual), "rate": _rate(usual)}
    if times.trials and usual.trials:
        found["chance"] = round(chance(times, usual.hits / usual.trials), 6)
    return found


def _counted(times: Times) -> Plain:
    return {"count": times.hits, "of": times.trials}


def _rate(times: Times) -> float:
    return round(times.hits / times.trials, 4) if times.trials else 0.0


def _seat(game: UUID, player: Player) -> int:
    return Seat.objects.values_list("number", flat=True).get(game=game, player=player)
