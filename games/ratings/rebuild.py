"""Derives results and ratings anew, from the logs of all games since the first.

A log does not know people. Who sat where is taken from the seats, and what a deleted account came with
from the result that is kept of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from games.log import store
from games.log.finished import finished, pages
from games.log.models import Game
from games.ratings.history import Standing, Standings, all_ratings, pool_of
from games.ratings.models import Rating, Result
from games.ratings.services import places_of, results_of, sitters_of
from proof.ratings.history import Unknown
from proof.ratings.placings import Placing
from proof.ratings.rule import Strength, changes, is_rated
from rules.table.fold import Folded, fold
from rules.table.state import Status

# The settlement of a rated game waits for it: nobody is rated by what is about to be changed.
LOCK: Final = "LOCK TABLE games_rating IN EXCLUSIVE MODE"
COLUMNS: Final = [field.attname for field in Result._meta.concrete_fields]


class Rebuilt(NamedTuple):
    games: int
    results: int  # games that had other results
    ratings: int  # that were others, missing, or nobody's


@transaction.atomic
def ratings_rebuild() -> Rebuilt:
    with connection.cursor() as cursor:
        cursor.execute(LOCK)
    games, results, standings = 0, 0, Standings()
    for page in pages(finished().prefetch_related("results")):
        games += len(page)
        results += sum([_rebuild(game, standings) for game in page])
    return Rebuilt(games, results, _ratings_save(standings))


def _rebuild(game: Game, standings: Standings) -> bool:
    """Write the results of the next game. Returns whether they were others."""
    kept = {row.seat: row for row in game.results.all()}
    due = _due(game, fold(Folded(), store.rows_of(game.id)), kept, standings)
    if {row.seat: _values(row) for row in due} == {seat: _values(row) for seat, row in kept.items()}:
        return False
    Result.objects.filter(game=game).delete()
    Result.objects.bulk_create(due)
    return True


def _due(game: Game, folded: Folded, kept: Mapping[int, Result], standings: Standings) -> list[Result]:
    sitters, is_open = sitters_of(game, folded), is_rated(folded.table)
    gone = {seat: Unknown(game.id, seat) for seat, row in kept.items() if row.change}

    def before(one: Placing) -> Strength:
        change = kept[one.seat].change if isinstance(one.who, Unknown) else None
        return change.before if change else standings.strength(one.who, pool_of(game))

    places = places_of(folded, {one.seat: one.who or gone.get(one.seat) for one in sitters})
    rated = changes(places, before) if is_open else {}
    due = results_of(game, sitters, places, rated, at=folded.times[Status.FINISHED])
    standings.add(game, due if is_open else ())
    return due


def _values(row: Result) -> list[Any]:
    return [getattr(row, name) for name in COLUMNS]


def _ratings_save(standings: Standings) -> int:
    """Returns how many were changed."""
    changed = 0
    for row in all_ratings():
        standing = standings.take((row.rated, row.ruleset))
        if any(standing.wrong(row)):
            changed += 1
            _save(row, standing)
    missing = [_rating(*key, standing) for key, standing in standings.rest.items()]
    return changed + len(Rating.objects.bulk_create(missing))


def _save(row: Rating, standing: Standing) -> None:
    if not standing.kind:  # in no game
        row.delete()
    else:
        Rating.objects.filter(pk=row.pk).update(**standing.columns)


def _rating(who: UUID, ruleset: str, standing: Standing) -> Rating:
    player = None if standing.bot else who
    return Rating(rated=who, ruleset=ruleset, player_id=player, **standing.columns)
