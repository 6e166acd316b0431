"""The list of public games; that of the caller's is in `my_games`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from bots.registry import BOTS
from games.accounts.selectors import player_get
from games.log.models import Game, Seat
from rules import catalogue


def game_list(*, open_seats: bool = False, player: str | None = None, **filters: Any) -> QuerySet[Game]:
    """Public games, for `summaries` to show. `since` and `until` filter by the time the table was opened."""
    games = Game.objects.filter(visibility=Game.Visibility.PUBLIC, hidden_at=None).only("id", "created_at")
    games = games.filter(_filtered(filters))
    if open_seats:
        games = games.filter(status=Game.Status.OPEN, open_seats__gt=0)
    return games.filter(_seated(player)) if player else games


def _filtered(filters: Mapping[str, Any]) -> Q:
    lookups = {
        "status": "status__in",
        "speed": "speed",
        "since": "created_at__gte",
        "until": "created_at__lt",
    }
    found = Q(**{lookup: filters[name] for name, lookup in lookups.items() if name in filters})
    if wanted := filters.get("ruleset"):
        found &= Q(ruleset__in=ruleset_names(wanted))
    return found


def ruleset_names(wanted: str) -> list[str]:
    """The rulesets of this name, or all of this id."""
    return [known.name for known in catalogue() if wanted in (known.id, known.name)]


def _seated(name: str) -> Exists:
    """Games at which this player or bot has a seat. A player cannot have the name of a bot.

    The player is looked up first, so that the index of names and then that of seats is used.
    """
    if name in BOTS:
        return Exists(Seat.objects.filter(game=OuterRef("pk"), bot=name))
    found = player_get(name)
    seats = Seat.objects.filter(game=OuterRef("pk"), player=found) if found else Seat.objects.none()
    return Exists(seats)
