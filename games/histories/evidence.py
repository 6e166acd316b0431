"""Evidence of conduct, for one game and for two players, each count beside its base rate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import quantiles
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from games.histories.blocks import Times
from games.histories.conduct import base_rates, evidence, pairs_of, seats_of, summed
from games.histories.story import Story, story_of
from games.histories.thoughts import thoughts
from games.http.heavy import give_back_connection
from games.models import Game, Player, Seat

Plain = dict[str, Any]

MOST_GAMES: Final = 50  # of a pair; the newest
NOTHING: Final = Times()


def game_conduct(game: Game) -> Plain:
    """Of the people of a finished game: each seat, and each pair of seats in both directions."""
    story, base = story_of(game.id), base_rates(game.ruleset)
    give_back_connection()
    seats, pairs = seats_of(story), pairs_of(story)
    games = base.get("games", NOTHING).trials
    return {
        "games": games,
        "seats": [
            {
                "seat": seat,
                "thinking": _thinking(story, seat),
                "evidence": [_evidence(name, found[seat], base) for name, found in seats.items()],
            }
            for seat in sorted(story.people)
        ],
        "pairs": [
            {
                "seat": one,
                "other": other,
                "evidence": [_evidence(name, found[one, other], base) for name, found in pairs.items()],
            }
            for one in sorted(story.people)
            for other in sorted(story.people - {one})
        ],
    }


def games_of_both(games: QuerySet[Game], one: Player, other: Player) -> QuerySet[Game]:
    """Of these games the finished ones that both played, the newest first."""
    seats = Seat.objects.filter(game=OuterRef("pk"))
    both = games.filter(Exists(seats.filter(player=one)), Exists(seats.filter(player=other)))
    return both.filter(status=Game.Status.FINISHED).order_by("-finished_at", "-id")


def pair_conduct(one: Player, other: Player, games: Sequence[Game]) -> Plain:
    """Over these games of both. Beside what one did to the other is what they did to everybody else."""
    towards: dict[str, list[Times]] = {}
    others: dict[str, list[Times]] = {}
    bases = [base_rates(ruleset) for ruleset in sorted({game.ruleset for game in games})]
    for game in games:
        story = story_of(game.id)
        doer, target = _seat(game.id, one), _seat(game.id, other)
        for name, found in pairs_of(story).items():
            towards.setdefault(name, []).append(found.get((doer, target), NOTHING))
            rest = [times for pair, times in found.items() if pair[0] == doer and pair[1] != target]
            others.setdefault(name, []).extend(rest)
    return {
        "player": one.name,
        "other": other.name,
        "games": [str(game.id) for game in games],
        "evidence": [
            {
                **evidence(name, summed(towards[name]), summed(base.get(name, NOTHING) for base in bases)),
                "towards_others": _counted(others[name]),
            }
            for name in towards
        ],
    }


def _seat(game: UUID, player: Player) -> int:
    return Seat.objects.values_list("number", flat=True).get(game=game, player=player)


def _counted(times: Iterable[Times]) -> Plain:
    found = summed(times)
    return {"count": found.hits, "of": found.trials}


def _evidence(name: str, times: Times, base: dict[str, Times]) -> Plain:
    return evidence(name, times, base.get(name, NOTHING))


def _thinking(story: Story, seat: int) -> Plain:
    """Seconds of a decision: the median, and what a tenth of them stay below and above."""
    times = sorted(one.seconds for one in thoughts(story) if one and one.seat == seat)
    if len(times) < 2:  # noqa: PLR2004 (of fewer there are no quantiles)
        return {"decisions": len(times)}
    tenths = quantiles(times, n=10, method="inclusive")
    shown = {"tenth": tenths[0], "median": tenths[4], "ninetieth": tenths[8]}
    return {"decisions": len(times), **{name: round(value, 3) for name, value in shown.items()}}
