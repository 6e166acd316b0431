"""Ask for a friendship, accept and end one; block a player.

Both players are locked in the order of their ids, so that two who ask each other at once become friends.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from games.accounts.models import Player
from games.accounts.refusals import NoSuchPlayer, PlayerGone
from games.accounts.selectors import player_get
from games.accounts.services import player_lock
from games.notices.kinds import FriendRequest
from games.notices.services import Given
from games.relations.models import Block, Friend, Preference
from games.relations.refusals import BlockedByYou, NotYourself, TooManyInList
from games.webhooks.new_deliveries import notices_announce

Status = Friend.Status
MAX_FRIENDS = 500
MAX_BLOCKS = 1000


@transaction.atomic
def friend_add(player: Player, name: str) -> tuple[Friend, bool]:
    """Ask the player to be a friend, or accept if they have asked. Says whether that changes anything."""
    other = _both_locked(player, name)
    if Block.objects.filter(player=player, other=other).exists():
        raise BlockedByYou(player=other.name)
    row = Friend.objects.filter(player=player, other=other).first()
    if row is not None and row.status != Status.RECEIVED:
        return row, False
    if row is not None:
        _set(other, player, Status.FRIEND)
        return _set(player, other, Status.FRIEND), True
    _check_room(Friend, player, MAX_FRIENDS)
    _ask(player, other)
    return _set(player, other, Status.SENT), True


def _ask(player: Player, other: Player) -> None:
    """A player who has blocked the one who asks does not hear of it."""
    if not Block.objects.filter(player=other, other=player).exists():
        _set(other, player, Status.RECEIVED)
        asked = FriendRequest()
        notices_announce([Given(other.pk, timezone.now(), asked.kind, asked.data)], None, author=player)


def _set(player: Player, other: Player, status: Status) -> Friend:
    values = {"status": status, "since": timezone.now()}
    row, _ = Friend.objects.update_or_create(player=player, other=other, defaults=values)
    row.other = other
    return row


@transaction.atomic
def friend_remove(player: Player, name: str) -> None:
    """End the friendship, or the request of either."""
    other = _both_locked(player, name)
    if not Friend.objects.filter(player=player, other=other).exists():
        raise NoSuchPlayer
    _part(player, other)


def _part(player: Player, other: Player) -> None:
    Friend.objects.filter(player=player, other=other).delete()
    Friend.objects.filter(player=other, other=player).delete()


@transaction.atomic
def block_add(player: Player, name: str) -> tuple[Block, bool]:
    """The two are no longer friends, and neither can sit down with or invite the other."""
    other = _both_locked(player, name)
    row = Block.objects.filter(player=player, other=other).first()
    if row is not None:
        row.other = other
        return row, False
    _check_room(Block, player, MAX_BLOCKS)
    _part(player, other)
    return Block.objects.create(player=player, other=other, since=timezone.now()), True


@transaction.atomic
def block_remove(player: Player, name: str) -> None:
    other = player_get(name)
    if other is None or not Block.objects.filter(player=player, other=other).delete()[0]:
        raise NoSuchPlayer


def preference_set(player: Player, **chosen: Any) -> Preference:
    row, _ = Preference.objects.update_or_create(player=player, defaults=chosen)
    return row


def _both_locked(player: Player, name: str) -> Player:
    """The other player."""
    other = player_get(name)
    if other is None:
        raise NoSuchPlayer
    if other == player:
        raise NotYourself
    for one in sorted((player, other), key=lambda one: one.pk):
        try:
            player_lock(one)
        except PlayerGone:
            if one == player:
                raise
            raise NoSuchPlayer from None
    return other


def _check_room(model: type[Model], player: Player, most: int) -> None:
    if model._default_manager.filter(player=player).count() >= most:
        raise TooManyInList(most=most)
