"""Reads of friends, blocked players and preferences."""

from __future__ import annotations

from django.db.models import QuerySet

from games.accounts.models import Player
from games.relations.models import Block, Friend, Preference


def friend_list(player: Player, status: str | None = None) -> QuerySet[Friend]:
    found = Friend.objects.filter(player=player).select_related("other")
    return found.filter(status=status) if status else found


def block_list(player: Player) -> QuerySet[Block]:
    return Block.objects.filter(player=player).select_related("other")


def preference_get(player: Player) -> Preference:
    return Preference.objects.filter(player=player).first() or Preference(player=player)
