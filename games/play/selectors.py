"""Lists of games, and the versions of one."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When

from games.log import store
from games.models import Event, Game, Player, Seat
from games.refusals import NoSuchMoment
from games.table.status import OVER, Status

Moment = int | datetime  # the seq of an event, or a time


def version_at(game: Game, at: Moment | None, name: str = "at") -> int:
    """The version the game had then; None: the version it has. `name` is that of the parameter."""
    if at is None:
        return game.version
    if isinstance(at, int):
        if not 1 <= at <= game.version:
            raise _no_moment(name, f"The events of this game are numbered from 1 to {game.version}.")
        return at
    past = Event.objects.filter(game=game, seq__lte=game.version, at__lte=at).order_by("-seq")
    found = past.values_list("seq", flat=True).first()
    if found is None:
        opened = Event.objects.values_list("at", flat=True).get(game=game, seq=1)
        raise _no_moment(name, f"This table was opened at {store.timestamp(opened)}.")
    return found


def _no_moment(name: str, message: str) -> NoSuchMoment:
    error = {"in": "query", "pointer": f"/{name}", "code": "beyond", "message": message}
    return NoSuchMoment(errors=[error])


def seats_of(games: list[Game]) -> dict[UUID, list[Seat]]:
    """The seats of many games at once, in order."""
    found: dict[UUID, list[Seat]] = {game.id: [] for game in games}
    for seat in Seat.objects.filter(game__in=games).select_related("player").order_by("number"):
        found[seat.game_id].append(seat)
    return found


def game_list(
    *,
    status: str | None = None,
    ruleset: str | None = None,
    open_seats: bool = False,
    player: str | None = None,
) -> QuerySet[Game]:
    """Public games."""
    games = Game.objects.filter(visibility=Game.Visibility.PUBLIC)
    if status:
        games = games.filter(status=status)
    if ruleset:
        games = games.filter(Q(ruleset=ruleset) | Q(ruleset__startswith=f"{ruleset}@"))
    if open_seats:
        games = games.filter(status=Game.Status.OPEN, open_seats__gt=0)
    if player:
        games = games.filter(Exists(Seat.objects.filter(game=OuterRef("pk"), player__name__iexact=player)))
    return games


def my_games(player: Player, *, my_turn: bool = False) -> QuerySet[Game]:
    """My games that are not over: my turn first, then the nearest deadline, then the newest."""
    mine = Seat.objects.filter(game=OuterRef("pk"), player=player)
    games = Game.objects.filter(Exists(mine), status__in=UNFINISHED).annotate(
        decides_for=Subquery(mine.filter(stand_in="").values("number")),
        is_my_turn=Case(When(to_act__contains=[F("decides_for")], then=True), default=False),
    )
    if my_turn:
        games = games.filter(is_my_turn=True)
    return games.order_by("-is_my_turn", F("deadline").asc(nulls_last=True), "-moved_at", "id")


UNFINISHED = tuple(status for status in Status if status not in OVER)


def version_now(game_id: UUID) -> int:
    return Game.objects.values_list("version", flat=True).get(pk=game_id)
