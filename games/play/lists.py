"""Lists of games: the public ones and the caller's."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db.models import (
    DateTimeField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Value,
)
from django.db.models.functions import Coalesce

from bots.registry import BOTS
from games.accounts.selectors import player_get
from games.http.pages import Part
from games.models import Game, Player, Seat
from rules import catalogue

_LONG_AGO, _FAR = datetime(2000, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)

# The most urgent first: by deadline and, without one, the newest first. Ages are mapped to times in the far
# future, so that they ascend like deadlines and one comparison continues a page.
_AGE = ExpressionWrapper(F("game__moved_at") - Value(_LONG_AGO), DurationField())
_DUE = Coalesce("game__deadline", ExpressionWrapper(Value(_FAR) - _AGE, DateTimeField()))
_MY_TURN = Q(stand_in="", game__to_act__contains=[F("number")])


def seats_of(games: list[Game]) -> dict[UUID, list[Seat]]:
    """The seats of many games in one query, in order."""
    found: dict[UUID, list[Seat]] = {game.id: [] for game in games}
    for seat in Seat.objects.filter(game__in=games).select_related("player").order_by("number"):
        found[seat.game_id].append(seat)
    return found


def game_list(*, open_seats: bool = False, player: str | None = None, **filters: Any) -> QuerySet[Game]:
    """Public games. `since` and `until` filter by the time the table was opened."""
    games = Game.objects.filter(visibility=Game.Visibility.PUBLIC, hidden_at=None).select_related("host")
    games = games.filter(_filtered(filters, time="created_at"))
    if open_seats:
        games = games.filter(status=Game.Status.OPEN, open_seats__gt=0)
    return games.filter(_seated(player, "pk")) if player else games


def my_games(
    player: Player,
    *,
    turn: str | None = None,
    opponent: str | None = None,
    test: bool = False,
    **filters: Any,
) -> list[Part[Seat]]:
    """The player's seats with their games: those to act in, other running games, games that are over.

    `since` and `until` filter by the time of the last event, which in a finished game is its end. `test`:
    test tables instead.
    """
    mine = Seat.objects.filter(player=player, game__test=test).select_related("game__host")
    mine = mine.filter(_filtered(filters, time="moved_at", path="game__"))
    if opponent:
        mine = mine.filter(_seated(opponent, "game"))
    running: QuerySet[Any] = mine.filter(ended_at=None).annotate(due=_DUE)
    parts: list[Part[Seat]] = [Part(running.filter(_MY_TURN), ("due", "game_id"))]
    if turn is None:
        parts += [Part(running.filter(~_MY_TURN), ("due", "game_id"))]
        parts += [Part(mine.filter(ended_at__isnull=False), ("-ended_at", "-game_id"))]
    return parts


def is_my_turn(seat: Seat) -> bool:
    return seat.number in seat.game.to_act and not seat.stand_in


def _filtered(filters: Mapping[str, Any], *, time: str, path: str = "") -> Q:
    """`time` is the field that `since` and `until` filter by, `path` the lookup path to the game."""
    lookups = {"status": "status__in", "speed": "speed", "since": f"{time}__gte", "until": f"{time}__lt"}
    found = Q(**{path + lookup: filters[name] for name, lookup in lookups.items() if name in filters})
    if wanted := filters.get("ruleset"):
        names = [known.name for known in catalogue() if wanted in (known.id, known.name)]
        found &= Q(**{f"{path}ruleset__in": names})
    return found


def _seated(name: str, game: str) -> Exists:
    """Games at which this player or bot has a seat. A player cannot have the name of a bot.

    The player is looked up first, so that the index of names and then that of seats is used.
    """
    if name in BOTS:
        return Exists(Seat.objects.filter(game=OuterRef(game), bot=name))
    found = player_get(name)
    seats = Seat.objects.filter(game=OuterRef(game), player=found) if found else Seat.objects.none()
    return Exists(seats)
