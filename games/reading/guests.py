"""Who sees a private table because of an invitation."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from games.accounts.models import Player
from games.log.models import Game
from games.reading.models import Invitation
from rules.table.state import Status


def invitations_open(game: Game) -> QuerySet[Invitation]:
    return Invitation.objects.filter(game=game, status=Invitation.Status.OPEN, expires_at__gt=timezone.now())


def invitation_open(game: Game, player: Player) -> Invitation | None:
    return invitations_open(game).filter(player=player).first()


def is_invited(game: Game, player: Player | None) -> bool:
    """Whether the player may see the table and sit down because of an invitation."""
    return player is not None and game.status == Status.OPEN and invitation_open(game, player) is not None


def invited_players(game: Game) -> frozenset[UUID]:
    """All for whom `is_invited` is true."""
    if game.status != Status.OPEN:
        return frozenset()
    return frozenset(invitations_open(game).values_list("player_id", flat=True))


@dataclass(frozen=True, slots=True)
class Guest:
    """A player who sees a private table because of an invitation."""

    game: UUID
    player: UUID


def guests_living(guests: Collection[Guest]) -> set[Guest]:
    """Those among these who are still invited, in one query."""
    rows = Invitation.objects.filter(
        game__in={one.game for one in guests},
        player__in={one.player for one in guests},
        game__status=Status.OPEN,
        status=Invitation.Status.OPEN,
        expires_at__gt=timezone.now(),
    )
    return {Guest(*row) for row in rows.values_list("game_id", "player_id")}
