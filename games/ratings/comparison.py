"""Compares ratings with the results from which they follow, over all games there ever were.

An audit of a game compares its results with its log. Here it is asked whether each game went on from the
ratings that the game before had left, and whether those that are shown are what the last one left.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Prefetch, Q
from django.utils import timezone

from games.accounts.models import Player
from games.log.finished import pages
from games.ratings.history import Standing, Standings, all_ratings, pool_of, rated_games, told_of
from games.ratings.models import Rating, Result
from games.work.leases import alone
from proof.datasets.faults import Faults
from proof.ratings.history import History
from proof.ratings.rule import NEW

logger = logging.getLogger("signalbox.ratings")

LEASE_SECONDS: Final = 300.0  # renewed with some games at a time
MOST: Final = 100  # ratings that are looked at once more, if so many are wrong
MARGIN: Final = timedelta(minutes=1)  # until then a game that has ended is committed


def ratings_verify() -> list[str]:
    """Compare them, and raise an alert for each difference. While one process does, another does nothing."""
    with alone("ratings", seconds=LEASE_SECONDS) as lease:
        wrong = ratings_compare(lease.hold) if lease else []
    for why in wrong:
        logger.critical("ALERT: a rating does not follow from the games: %s", why)
    return wrong


def ratings_compare(go_on: Callable[[], bool] = lambda: True) -> list[str]:
    """What differs, in sentences, of which there are only some. `go_on` is asked now and then."""
    until, faults = timezone.now() - MARGIN, Faults()
    history, standings = History(NEW), Standings()
    for games in pages(rated_games().filter(finished_at__lt=until).prefetch_related("results")):
        for game in games:
            rows = list(game.results.all())
            faults.add_all(f"game {game.id}: {why}" for why in history.wrong(pool_of(game), told_of(rows)))
            standings.add(game, rows)
        if not go_on():
            return []
    faults.add_all(islice(_wrong_rows(standings, until), MOST))
    return faults.told


def _wrong_rows(standings: Standings, until: datetime) -> Iterator[str]:
    for row in all_ratings():
        standing = standings.take((row.rated, row.ruleset))
        if any(standing.wrong(row)):
            yield from _wrong_now(row, standing, until)
    yield from _missing(standings)


@transaction.atomic
def _wrong_now(row: Rating, standing: Standing, until: datetime) -> list[str]:
    """With the games that have ended since. While the rating is locked no other can end that changes it."""
    locked = Rating.objects.select_for_update().filter(pk=row.pk).first()
    if locked is None:  # the account was deleted meanwhile
        return []
    for result in _results_since(until, locked):
        standing.add(result)
    return [
        f"the rating of {_name_of(row.rated, row.bot)} in {row.ruleset}: {why}"
        for why in standing.wrong(locked)
    ]


def _results_since(until: datetime, row: Rating) -> Iterator[Result]:
    games = rated_games().filter(finished_at__gte=until)
    whose = Q(bot=row.bot) if row.bot else Q(player=row.player_id)
    for games_page in pages(games.prefetch_related(Prefetch("results", Result.objects.filter(whose)))):
        for game in games_page:
            yield from (found for found in game.results.all() if pool_of(game) == row.ruleset)


def _missing(standings: Standings) -> Iterator[str]:
    """Only the accounts that are still there have ratings."""
    for (who, ruleset), standing in standings.rest.items():
        if standing.bot or Player.objects.filter(pk=who, deleted_at=None).exists():
            yield f"the rating of {_name_of(who, standing.bot)} in {ruleset} is missing"


def _name_of(who: UUID, bot: str) -> str:
    """Names of people are not for log files."""
    return f"the bot {bot}" if bot else f"player {who}"
