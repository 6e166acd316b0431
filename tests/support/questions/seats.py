"""The games of the player who asks."""

from __future__ import annotations

import random
from typing import Final

from django.db.models import QuerySet

from games.accounts.models import Player
from games.log.models import Game, Seat

SOME: Final = 20  # games of all kinds and times
ENDED: Final = 5  # finished ones


def seat(player: Player) -> None:
    """The player has sat in games of all times, among however many others."""
    others = Game.objects.filter(origin__isnull=False).exclude(seats__player=player)
    for found, number in ((others, SOME), (_ended(others), ENDED)):
        games = list(found.order_by("created_at").values_list("id", flat=True))
        chosen = random.Random(1).sample(games, number)
        Seat.objects.filter(number=0, game__in=chosen).update(player=player)


def finished_games(player: Player) -> QuerySet[Game]:
    """The newest first."""
    mine = Game.objects.filter(seats__player=player, origin__isnull=False)
    return _ended(mine).order_by("-created_at")


def _ended(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games of London for two."""
    return games.filter(status=Game.Status.FINISHED, ruleset="london@1", seat_count=2)
