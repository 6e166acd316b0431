"""Games as their readers find them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from uuid import UUID

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When

from games.log import store
from games.log.fold import Folded
from games.log.sight import Sight
from games.log.sql import game_row, people_rows, seat_row
from games.models import Event, Game, Player, Seat
from games.refusals import NoSuchGame, NoSuchVersion, NotSeated, NotYetOpened
from games.table.status import OVER, Status

Moment = int | datetime


@dataclass(frozen=True, slots=True)
class Seen:
    """A game, folded, its people, and who looks at it."""

    game: Game
    folded: Folded
    people: dict[int, Player]
    player: Player | None
    sees_all: bool = False  # an auditor, at a game that was assigned

    @property
    def seat(self) -> int | None:
        """None: a spectator."""
        return seat_among(self.people, self.player)

    @property
    def sight(self) -> Sight:
        return Sight(self.seat, self.sees_all)


def game_get(game_id: UUID, player: Player | None) -> tuple[Game, dict[int, Player]]:
    """The game and its people by seat. A private game does not exist for strangers."""
    game = game_row(game_id)
    if game is None:
        raise NoSuchGame
    people = people_rows(game_id)
    check_visible(game, seat_among(people, player), player)
    return game, people


def seat_among(people: dict[int, Player], player: Player | None) -> int | None:
    return next((seat for seat, other in people.items() if other == player), None)


def is_visible(game: Game, seat: int | None, player: Player | None) -> bool:
    """A private game exists only for its players and its host."""
    return game.visibility != Game.Visibility.PRIVATE or seat is not None or is_host(game, player)


def check_visible(game: Game, seat: int | None, player: Player | None) -> None:
    if not is_visible(game, seat, player):
        raise NoSuchGame


def my_seat(game_id: UUID, player: Player) -> int:
    """The caller's seat; where they have none, they learn no more of the game than they may."""
    seat = _seat_for_good(game_id, player.pk) if _is_dealt(game_id) else seat_row(game_id, player.pk)
    if seat is None:
        game_get(game_id, player)
        raise NotSeated
    return seat


def _is_dealt(game_id: UUID) -> bool:
    """As far as this process has heard."""
    return store.states.get(game_id).has_started


@lru_cache(maxsize=10_000)
def _seat_for_good(game_id: UUID, player_id: UUID) -> int | None:
    """Once the cards are dealt nobody sits down or gets up, so the database need be asked only once."""
    return seat_row(game_id, player_id)


def game_see(game_id: UUID, player: Player | None, *, at: Moment | None = None) -> Seen:
    """The game as it is, or as it was after the event `at`, or at that time."""
    game, people = game_get(game_id, player)
    return see(game, people, player, at=at)


def see(
    game: Game,
    people: dict[int, Player],
    player: Player | None,
    *,
    at: Moment | None = None,
    sees_all: bool = False,
) -> Seen:
    """The same, of a game that was already found and may be seen."""
    if at is None:
        folded = store.states.load(game.id, game.version)
    else:
        folded = store.as_of(game.id, version_at(game, at))
    return Seen(game, folded, people, player, sees_all)


def version_at(game: Game, at: Moment) -> int:
    """The version the game had then."""
    if isinstance(at, int):
        if not 1 <= at <= game.version:
            raise NoSuchVersion(version=game.version)
        return at
    past = Event.objects.filter(game=game, seq__lte=game.version, at__lte=at).order_by("-seq")
    found = past.values_list("seq", flat=True).first()
    if found is None:
        raise NotYetOpened(created_at=store.timestamp(game.created_at))
    return found


def is_host(game: Game, player: Player | None) -> bool:
    return player is not None and game.host_id == player.pk


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
