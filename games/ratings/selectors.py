"""Who is how strong, and how games ended."""

from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Player, Rating, Result, Seat

MAX_RESULTS: Final = 20


def leaderboard_get(ruleset_id: str, kind: str) -> QuerySet[Rating]:
    """In no order yet; whoever has deleted the account is not among them."""
    return Rating.objects.filter(ruleset=ruleset_id, kind=kind).select_related("player")


def rank_get(rating: Rating) -> int:
    """Equals share a rank."""
    better = Rating.objects.filter(ruleset=rating.ruleset, kind=rating.kind, rating__gt=rating.rating)
    return 1 + better.count()


def rating_list(player: Player) -> QuerySet[Rating]:
    return Rating.objects.filter(player=player).order_by("ruleset")


def result_list(player: Player, viewer: Player | None) -> QuerySet[Result]:
    """The player's newest results, of games the viewer finds in the list of games or has sat at."""
    seen = Q(game__visibility=Game.Visibility.PUBLIC)
    if viewer is not None:
        sat_there = Seat.objects.filter(game=OuterRef("game"), player=viewer)
        seen |= Q(Exists(sat_there)) | Q(game__host=viewer)
    results = Result.objects.filter(seen, player=player).select_related("game")
    return results.order_by("-finished_at", "-id")[:MAX_RESULTS]
