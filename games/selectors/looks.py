"""Who may look behind the seals of a game, and who did."""

from __future__ import annotations

from django.db.models import QuerySet

from games.models import AuditAssignment, Game, Look, Player
from games.rows import seat_row


def may_see_all(game: Game, player: Player) -> bool:
    """Assigned by an administrator, and not a player of this very game."""
    if seat_row(game.id, player.pk) is not None:
        return False
    return AuditAssignment.objects.filter(game=game, player=player).exists()


def look_list(game: Game) -> QuerySet[Look]:
    return Look.objects.filter(game=game).select_related("player").order_by("id")
