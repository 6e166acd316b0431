"""A player's own results: a list, statistics, and how the player did against one opponent.

Private games count here, because nobody else reads it. Test tables have no results.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Max, Min, OuterRef, Q, QuerySet, Subquery, Sum

from bots.registry import BOTS
from games.accounts.models import Player
from games.accounts.selectors import player_get
from games.ratings.models import Result
from rules import catalogue, ruleset


def my_results(
    player: Player,
    *,
    ruleset: str | None = None,
    opponent: str | None = None,
    won: bool | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> QuerySet[Result]:
    """The player's results, not yet ordered."""
    results = Result.objects.filter(player=player).select_related("game")
    if ruleset is not None:
        names = [known.name for known in catalogue() if ruleset in (known.id, known.name)]
        results = results.filter(game__ruleset__in=names)
    if won is not None:
        results = results.filter(won=won)
    if since is not None:
        results = results.filter(finished_at__gte=since)
    if until is not None:
        results = results.filter(finished_at__lt=until)
    return against(results, opponent) if opponent is not None else results


def against(results: QuerySet[Result], opponent: str) -> QuerySet[Result]:
    """Only games with this opponent, each with the opponent's best seat in it."""
    theirs = _results_of(opponent).filter(game=OuterRef("game")).exclude(seat=OuterRef("seat"))
    theirs = theirs.order_by("rank", "seat")
    results = results.annotate(
        their_rank=Subquery(theirs.values("rank")[:1]),
        their_score=Subquery(theirs.values("score")[:1]),
        they_won=Subquery(theirs.values("won")[:1]),
    )
    return results.filter(their_rank__isnull=False)


def _results_of(opponent: str) -> QuerySet[Result]:
    """A player cannot have the name of a bot."""
    if opponent in BOTS:
        return Result.objects.filter(bot=opponent)
    found = player_get(opponent)
    return Result.objects.filter(player=found) if found else Result.objects.none()


# -- statistics --------------------------------------------------------------------------------

OWN = {
    "games": Count("seat"),
    "wins": Count("seat", filter=Q(won=True)),
    "left": Count("seat", filter=Q(finished=False)),
    "points": Sum("score"),
    "best": Max("score"),
    "worst": Min("score"),
    "last_at": Max("finished_at"),
}
AGAINST = {
    "ahead": Count("seat", filter=Q(rank__lt=F("their_rank"))),
    "behind": Count("seat", filter=Q(rank__gt=F("their_rank"))),
    "their_wins": Count("seat", filter=Q(they_won=True)),
    "their_points": Sum("their_score"),
}


@dataclass(frozen=True, slots=True)
class Statistics:
    """How a player did in a game, over all versions of its ruleset."""

    ruleset: str
    title: str
    sums: dict[str, Any]

    @property
    def games(self) -> int:
        found: int = self.sums["games"]
        return found

    def mean(self, name: str) -> float:
        return round(float(self.sums[name]) / self.games, 2)


def statistics(player: Player, opponent: str | None = None) -> list[Statistics]:
    """Of each game that the player has finished, by its name."""
    wanted = OWN if opponent is None else {**OWN, **AGAINST}
    rows = my_results(player, opponent=opponent).order_by().values("game__ruleset").annotate(**wanted)
    by_game: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_game.setdefault(ruleset(row.pop("game__ruleset")).id, []).append(row)
    titles = {known.id: known.title for known in catalogue()}
    return [Statistics(game, titles[game], _added(by_game[game])) for game in sorted(by_game)]


def _added(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The rows of several versions as one."""
    first, *others = rows
    return {
        name: JOINED.get(name, sum)([value, *(row[name] for row in others)]) for name, value in first.items()
    }


JOINED: dict[str, Any] = {"best": max, "worst": min, "last_at": max}
