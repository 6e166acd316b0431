"""Account deletion: the player's seats are given up and their data deleted; logs do not change."""

from __future__ import annotations

import secrets
from contextlib import suppress
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from bots.registry import STAND_IN
from games.accounts.models import MoveKey, Player
from games.accounts.names import DELETED_PREFIX
from games.accounts.services import name_reserve, player_lock
from games.calendars.services import calendar_delete
from games.log.models import Game, Seat
from games.messages.services import writings_delete
from games.moves.change import changing
from games.notices.models import Inbox, Notice
from games.notifications.choices import notifications_end
from games.oauth.services import apps_forget
from games.people.services import person_delete
from games.ratings.models import Rating, Result
from games.reading.models import AuditAssignment, Invitation
from games.relations.friends import relations_delete
from games.tables.invitations import invitations_drop
from games.tables.models import Removal
from games.tables.seats import leave_table, seat_number
from games.transparency.announcements import DAY, announce
from games.webhooks.models import Webhook
from games.webhooks.services import webhooks_delete
from rules.table.base import NotDue
from rules.table.checks import NotPlaying
from rules.table.stand_ins import HandOver
from rules.table.state import Status


def player_delete(player: Player) -> None:
    """Give up every seat, then anonymise the player; the row stays, because other rows refer to it.

    Each game is left in a transaction of its own, before the player's row is locked (`log.locks`). A seat
    taken in the meantime is given up too.
    """
    Game.objects.filter(opened_by=player).update(opened_by=None)
    while not _forget_if_free(player):
        invitations_drop(player)
        for game_id in _games_of(player):
            game_leave(game_id, player)


def game_leave(game_id: UUID, player: Player) -> None:
    """Before the start the seat becomes free; in a running game a stand-in takes over."""
    with changing(game_id) as change:
        seat = seat_number(change, player)
        if change.folded.status is Status.OPEN:
            leave_table(change, player, seat)
        elif seat is not None:
            with suppress(NotPlaying, NotDue):  # the game is over, or has a stand-in for the player
                change.decide(HandOver(seat, STAND_IN))
        Seat.objects.filter(game=change.game, player=player).update(player=None)
        Game.objects.filter(pk=game_id, host=player).update(host=None)
        Game.objects.filter(pk=game_id, opened_by=player).update(opened_by=None)


def _games_of(player: Player) -> set[UUID]:
    """Two queries, each with an index: one for both would read all games."""
    seated = Seat.objects.filter(player=player).values_list("game_id", flat=True)
    return {*seated, *Game.objects.filter(host=player).values_list("id", flat=True)}


@transaction.atomic
def _forget_if_free(player: Player) -> bool:
    locked = player_lock(player)
    if _games_of(player) or Invitation.objects.filter(player=player).exists():
        return False
    apps_forget(locked)
    locked.tokens.all().delete()
    MoveKey.objects.filter(player=locked).delete()
    Rating.objects.filter(rated=locked.pk).delete()
    Notice.objects.filter(player=locked).delete()
    Inbox.objects.filter(player=locked).delete()
    webhooks_delete(Webhook.objects.filter(player=locked))
    calendar_delete(locked)
    notifications_end(locked)
    person_delete(locked)
    relations_delete(locked)
    writings_delete(locked)
    AuditAssignment.objects.filter(player=locked).delete()
    Removal.objects.filter(player=locked).delete()
    Result.objects.filter(player=locked).update(player=None)
    name_reserve(locked.name)
    locked.name = DELETED_PREFIX + secrets.token_hex(8)
    locked.deleted_at, locked.secret = timezone.now(), None
    locked.save(update_fields=["name", "deleted_at", "secret"])
    announce("account_deleted", locked.deleted_at, every=DAY)
    return True
