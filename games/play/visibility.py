"""Who sees how much of a game, and who has looked behind its seals."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from games.log.sight import Sight
from games.log.sql import game_row, people_rows
from games.models import AuditAssignment, Game, Look, Player, Seat
from games.play.selectors import Moment, Seen, check_visible, seat_among, see
from games.refusals import NoSuchGame


class Assignment(NamedTuple):
    game: UUID
    player: UUID


@dataclass(frozen=True, slots=True)
class Found:
    """A game that somebody may see, and what of it."""

    game: Game
    people: dict[int, Player]
    player: Player | None
    sight: Sight

    def seen(self, at: Moment | None = None) -> Seen:
        return see(self.game, self.people, self.player, at=at, sees_all=self.sight.everything)


def game_find(game_id: UUID, player: Player | None, *, audits: bool = False) -> Found:
    """The game as this player may see it; `audits`: their token lets them see all of what was assigned.

    Whoever sits at the table sees what the seat sees, assigned or not. A private game does not exist for
    strangers.
    """
    game = game_row(game_id)
    if game is None:
        raise NoSuchGame
    people = people_rows(game_id)
    seat = seat_among(people, player)
    sees_all = audits and seat is None and is_assigned(game, player)
    if not sees_all:
        check_visible(game, seat, player)
    return Found(game, people, player, Sight(seat, sees_all))


def is_assigned(game: Game, player: Player | None) -> bool:
    return AuditAssignment.objects.filter(game=game, player=player).exists()


def assignments_living(assignments: Collection[Assignment]) -> set[Assignment]:
    """Those of them that are not withdrawn, in one query."""
    games, players = {one.game for one in assignments}, {one.player for one in assignments}
    found = AuditAssignment.objects.filter(game__in=games, player__in=players)
    return {Assignment(*row) for row in found.values_list("game_id", "player_id")}


def assigned_games(player: Player) -> QuerySet[Game]:
    """Those the player may see everything of, now."""
    seats = Seat.objects.filter(game=OuterRef("pk"), player=player)
    return Game.objects.filter(~Exists(seats), auditassignment__player=player)


def look_list(game: Game) -> QuerySet[Look]:
    return Look.objects.filter(game=game).select_related("player").order_by("id")
