"""Auditors are assigned, and every look of theirs is noted before it is answered."""

from __future__ import annotations

from games.log.sql import seat_row
from games.models import AuditAssignment, Game, Look, Player
from games.refusals import PlaysHere


def audit_assign(game: Game, player: Player) -> None:
    if seat_row(game.id, player.pk) is not None:
        raise PlaysHere(player=player.name)
    AuditAssignment.objects.get_or_create(game=game, player=player)


def audit_withdraw(game: Game, player: Player) -> bool:
    """Whether the player was assigned."""
    return bool(AuditAssignment.objects.filter(game=game, player=player).delete()[0])


def look_note(game: Game, player: Player, what: str) -> None:
    Look.objects.create(game=game, player=player, what=what, version=game.version)
