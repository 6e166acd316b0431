"""Lists of games: the public ones and the caller's."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db.models import (
    Case,
    DateTimeField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
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
_PATIENCE = Case(When(_MY_TURN, then=0), default=1)  # 0: the game waits for the player


def game_list(*, open_seats: bool = False, player: str | None = None, **filters: Any) -> QuerySet[Game]:
    """Public games, for `summaries` to show. `since` and `until` filter by the time the table was opened."""
    games = Game.objects.filter(visibility=Game.Visibility.PUBLIC, hidden_at=None).only("id", "created_at")
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
    mine = Seat.objects.filter(player=player, game__test=test).only("game", "number", "stand_in", "ended_at")
    mine = mine.filter(_filtered(filters, time="moved_at", path="game__"))
    if opponent:
        mine = mine.filter(_seated(opponent, "game"))
    running: QuerySet[Any] = mine.filter(ended_at=None).annotate(due=_DUE)
    if turn is not None:
        return [Part(running.filter(_MY_TURN), ("due", "game_id"))]
    over = mine.filter(ended_at__isnull=False)
    return [
        Part(running.annotate(patience=_PATIENCE), ("patience", "due", "game_id")),
        Part(over, ("-ended_at", "-game_id")),
    ]


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
