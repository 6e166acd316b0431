"""What players are to each other: friends, or apart because one of them has blocked the other."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from games.accounts.models import Player
from games.relations.models import Block, Friend, Preference


def apart_from(player: Player, others: Collection[UUID]) -> set[UUID]:
    """Those of the others whom the player has blocked, or who have blocked the player."""
    blocked = Block.objects.filter(player=player, other__in=others).values_list("other_id", flat=True)
    blocking = Block.objects.filter(player__in=others, other=player).values_list("player_id", flat=True)
    return {*blocked, *blocking} if others else set()


def blocked_by(player: Player) -> set[UUID]:
    return set(Block.objects.filter(player=player).values_list("other_id", flat=True))


def blockers_of(player: UUID | None, among: Collection[UUID]) -> set[UUID]:
    """Those of these players who have blocked the player."""
    found = Block.objects.filter(player_id__in=among, other_id=player)
    return set(found.values_list("player_id", flat=True))


def accepts_invitations(invited: Player, inviter: Player) -> bool:
    if apart_from(invited, [inviter.pk]):
        return False
    preference = Preference.objects.filter(player=invited).first()
    if preference is None or preference.invitations == Preference.Invitations.ANYONE:
        return True
    return are_friends(invited, inviter)


def are_friends(player: Player, other: Player) -> bool:
    return Friend.objects.filter(player=player, other=other, status=Friend.Status.FRIEND).exists()


def relations_delete(player: Player) -> None:
    """Of a player whose account is being deleted, in the lists of others too."""
    for model in (Friend, Block):
        model.objects.filter(player=player).delete()
        model.objects.filter(other=player).delete()
    Preference.objects.filter(player=player).delete()
