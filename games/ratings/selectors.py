"""Reads of ratings and results."""

from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.accounts.models import Player
from games.log.models import Game, Seat
from games.ratings.models import Rating, Result

MAX_RESULTS: Final = 20


def leaderboard_get(ruleset_id: str, kind: str) -> QuerySet[Rating]:
    """The ratings of those who have finished a rated game, not yet ordered."""
    return Rating.objects.filter(ruleset=ruleset_id, kind=kind, games__gt=0).select_related("player")


def rating_list(player: Player) -> QuerySet[Rating]:
    return Rating.objects.filter(rated=player.pk).order_by("ruleset")


def result_list(player: Player, viewer: Player | None) -> QuerySet[Result]:
    """The player's newest results, of public games and those in which the viewer had a seat."""
    seen = Q(game__visibility=Game.Visibility.PUBLIC)
    if viewer is not None:
        sat_there = Seat.objects.filter(game=OuterRef("game"), player=viewer)
        seen |= Q(Exists(sat_there)) | Q(game__host=viewer)
    results = Result.objects.filter(seen, player=player).select_related("game")
    return results.order_by("-finished_at", "-game_id")[:MAX_RESULTS]
