"""Audit assignments and the log of what auditors have read under them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.accounts.models import Player
from games.accounts.openings import account_bind
from games.log.models import Game, Seat
from games.log.sql import seat_row
from games.reading.models import AuditAssignment, Look, LookList
from games.reading.refusals import PlaysHere
from proof.looks import look_link
from proof.transparency.entries import BATCHES, batch_of
from rules.table.clock import timestamp


class Assignment(NamedTuple):
    game: UUID
    player: UUID


def audit_assign(game: Game, player: Player) -> bool:
    """Returns whether the assignment is new."""
    if seat_row(game.id, player.pk) is not None:
        raise PlaysHere(player=player.name)
    return AuditAssignment.objects.get_or_create(game=game, player=player)[1]


def audit_withdraw(game: Game, player: Player) -> bool:
    """Returns whether there was an assignment to withdraw."""
    return bool(AuditAssignment.objects.filter(game=game, player=player).delete()[0])


def is_assigned(game: Game, player: Player | None) -> bool:
    return AuditAssignment.objects.filter(game=game, player=player).exists()


def assignments_living(assignments: Collection[Assignment]) -> set[Assignment]:
    """The assignments among these that are not withdrawn, in one query."""
    games, players = {one.game for one in assignments}, {one.player for one in assignments}
    found = AuditAssignment.objects.filter(game__in=games, player__in=players)
    return {Assignment(*row) for row in found.values_list("game_id", "player_id")}


def assigned_games(player: Player) -> QuerySet[Game]:
    """The games that the player is currently assigned to audit."""
    seats = Seat.objects.filter(game=OuterRef("pk"), player=player)
    games = Game.objects.select_related("host")
    return games.filter(~Exists(seats), auditassignment__player=player)


@transaction.atomic
def look_note(game: Game, player: Player, what: str) -> None:
    """Chained to the look before it. The list is told in the public log at the end of the hour."""
    account = account_bind(player, game.id)
    LookList.objects.get_or_create(game=game)
    found = LookList.objects.select_for_update().get(pk=game.pk)
    look = Look(game=game, at=timezone.now(), player=player, what=what, version=game.version, account=account)
    look.number = found.count = found.count + 1
    look.hash = found.hash = look_link(found.hash, str(game.pk), look_said(look))
    look.save(force_insert=True)
    if not game.test:
        found.due = found.due or batch_of(look.at, BATCHES) + BATCHES
    found.save()


def look_said(look: Look) -> dict[str, Any]:
    """As it is chained."""
    return {
        "number": look.number,
        "at": timestamp(look.at),
        "what": look.what,
        "version": look.version,
        "account": look.account,
    }


def look_list(game: Game) -> QuerySet[Look]:
    return Look.objects.filter(game=game).select_related("player").order_by("number")
