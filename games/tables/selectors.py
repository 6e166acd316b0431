"""Reads of invitations."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from games.accounts.models import Player
from games.log.models import Game
from games.reading.models import Invitation
from games.relations.models import Block
from rules.table.state import Status


def invitations_of(player: Player) -> QuerySet[Invitation]:
    """What the player is asked to now."""
    still_open = Invitation.objects.filter(player=player, status=Invitation.Status.OPEN)
    found = still_open.filter(expires_at__gt=timezone.now(), game__status=Status.OPEN)
    blocked = Block.objects.filter(player=player).values_list("other_id", flat=True)
    return found.exclude(inviter__in=list(blocked)).select_related("game", "inviter")


def invitations_to(game: Game) -> QuerySet[Invitation]:
    """Those of a table, without withdrawn ones."""
    return game.invitations.exclude(status=Invitation.Status.WITHDRAWN).select_related("player")
