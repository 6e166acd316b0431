"""Invite a player, withdraw an invitation, decline one. An invitation is accepted by taking a seat."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import cast
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from games.accounts.models import Player
from games.accounts.refusals import NoSuchPlayer, PlayerGone
from games.accounts.selectors import player_get
from games.accounts.services import player_lock
from games.http.answers import or_absent
from games.log.batches import oldest_delete
from games.moves.change import Change, changing
from games.notices.kinds import Declined, Invited, RematchOpened
from games.notices.services import Given
from games.reading.guests import invitation_open
from games.reading.models import Invitation
from games.reading.refusals import PlaysHere
from games.relations.friends import accepts_invitations
from games.tables.holds import expired_release, seat_hold, seat_release
from games.tables.lobby import check_host
from games.tables.refusals import (
    InvitationDeclined,
    InvitationRefused,
    InvitesSelf,
    NoSuchInvitation,
    TooManyInvitations,
)
from games.tables.seats import seat_number
from games.webhooks.new_deliveries import notices_announce
from rules.table.checks import check_open

Status = Invitation.Status
DAY = timedelta(days=1)
FORGOTTEN_AT_ONCE = 5_000


def invitation_send(game_id: UUID, host: Player, name: str, *, hold: bool = False) -> tuple[Invitation, bool]:
    """Invite the player, and say whether that is new. Again, it changes only whether a seat is held."""
    invited = player_get(name)
    with changing(game_id) as change:
        check_host(change, host)
        check_open(change.folded)
        check_guest(change, host, invited)
        expired_release(change)
        row, is_new = _renewed(change, host, cast("Player", invited))
        _hold_or_release(change, row, hold=hold)
        row.save()
        if is_new:
            notices_announce(
                [_notice(change, row, Invited(seat=or_absent(row.seat), expires_at=row.expires_at))],
                change.game,
                author=host,
            )
    return row, is_new


def check_guest(change: Change, host: Player, invited: Player | None) -> None:
    """Whether this player can be invited. Both are locked from here on."""
    if invited is None or (invited != host and not players_lock(host, [invited])):
        raise NoSuchPlayer
    if invited == host:
        raise InvitesSelf
    if seat_number(change, invited) is not None:
        raise PlaysHere(player=invited.name)
    if not accepts_invitations(invited, host):
        raise InvitationRefused


def _renewed(change: Change, host: Player, invited: Player) -> tuple[Invitation, bool]:
    """The invitation of the player, open again if it was withdrawn, or a new one. The caller saves it."""
    row = Invitation.objects.filter(game=change.game, player=invited).first()
    if row is not None and row.status == Status.DECLINED:
        raise InvitationDeclined(player=invited.name)
    if row is not None and row.expires_at > change.now:
        row.status = Status.OPEN
        return row, False
    _check_quota(host, change)
    return _new(change, host, invited), True


def _new(change: Change, host: Player, invited: Player) -> Invitation:
    return Invitation(
        game=change.game,
        player=invited,
        inviter=host,
        created_at=change.now,
        expires_at=change.now + settings.INVITATIONS_LAST,
    )


def _hold_or_release(change: Change, row: Invitation, *, hold: bool) -> None:
    if hold and row.seat is None:
        seat_hold(change, row)
    elif not hold:
        seat_release(change, row)


def _notice(change: Change, row: Invitation, payload: Invited | RematchOpened) -> Given:
    return Given(row.player_id, change.now, payload.kind, payload.data, change.game.id)


def _check_quota(host: Player, change: Change) -> None:
    """The host's row is locked, so no two requests count at the same time."""
    sent = Invitation.objects.filter(inviter=host, created_at__gt=change.now - DAY).count()
    if sent >= settings.INVITATIONS_PER_DAY:
        raise TooManyInvitations(most=settings.INVITATIONS_PER_DAY, current=sent)


def players_lock(caller: Player, others: Iterable[Player]) -> list[Player]:
    """Lock all of them in the order of their ids; returns the others without those who are gone."""
    found = []
    for player in sorted((caller, *others), key=lambda one: one.pk):
        try:
            locked = player_lock(player)
        except PlayerGone:
            if player == caller:
                raise
            continue
        if player != caller:
            found.append(locked)
    return found


def invite_again(change: Change, host: Player, others: Iterable[Player], rematch_of: UUID) -> None:
    """Invite the players of a finished game to its rematch, each with a seat. They are locked."""
    given = []
    for invited in others:
        row = _new(change, host, invited)
        _hold_or_release(change, row, hold=True)
        row.save(force_insert=True)
        seat = or_absent(row.seat)
        opened = RematchOpened(rematch_of=rematch_of, seat=seat, expires_at=row.expires_at)
        given.append(_notice(change, row, opened))
    notices_announce(given, change.game, author=host)


def invitation_withdraw(game_id: UUID, host: Player, name: str) -> None:
    invited = player_get(name)
    with changing(game_id) as change:
        check_host(change, host)
        row = Invitation.objects.filter(game=change.game, player=invited, status=Status.OPEN).first()
        if row is None or invited is None:
            raise NoSuchInvitation
        _end(change, row, Status.WITHDRAWN)


def invitation_decline(game_id: UUID, player: Player) -> None:
    """The host learns of it; nobody can invite the player to this table again."""
    with changing(game_id) as change:
        row = invitation_open(change.game, player)
        if row is None:
            raise NoSuchInvitation
        _end(change, row, Status.DECLINED)
        if change.game.host_id:
            declined = Declined()
            given = Given(change.game.host_id, change.now, declined.kind, declined.data, change.game.id)
            notices_announce([given], change.game, author=player)


def _end(change: Change, row: Invitation, status: Status) -> None:
    seat_release(change, row)
    row.status = status
    row.save()


def invitations_drop(player: Player) -> None:
    """Delete every invitation of a player whose account is being deleted; held seats become free."""
    for row in Invitation.objects.filter(player=player, seat__isnull=False):
        with changing(row.game_id) as change:
            row.refresh_from_db()
            seat_release(change, row)
            row.delete()
    Invitation.objects.filter(player=player, seat=None).delete()


def invitations_forget() -> int:
    """Delete a batch of invitations that expired a while ago. Returns its size.

    They are kept for a day, so that a player's limit counts them.
    """
    old = Invitation.objects.filter(seat=None, expires_at__lt=timezone.now() - DAY)
    return oldest_delete(old, "expires_at", FORGOTTEN_AT_ONCE)
