"""Seats before the start: who sits down, which seat is free, and what happens when one is left."""

from __future__ import annotations

from bots.registry import BOTS
from games.accounts.keys import key_in_a_log
from games.accounts.models import Player
from games.accounts.openings import seat_bind
from games.accounts.services import player_lock
from games.log.models import Game, Seat
from games.log.sql import seat_row
from games.moves.change import Change
from games.reading.guests import invitation_open
from games.reading.models import Invitation
from games.reading.refusals import AlreadySeated
from games.relations.friends import apart_from
from games.tables.holds import expired_release
from games.tables.models import Removal
from games.tables.refusals import BotSettings, NotWelcome, UnknownBot
from rules.table.keys import UseKey
from rules.table.life import Close
from rules.table.seats import LeaveSeat, SeatBot, TakeSeat


def seat_number(change: Change, player: Player) -> int | None:
    return seat_row(change.game.pk, player.pk)


def sit_down(
    change: Change,
    player: Player,
    seat: int | None,
    client_seed: str | None,
) -> None:
    if (taken := seat_number(change, player)) is not None:
        raise AlreadySeated(seat=taken)
    check_welcome(change, player)
    left = Removal.objects.filter(game=change.game, player=player).count()
    expired_release(change)
    invitation = invitation_open(change.game, player)
    held = invitation.seat if invitation else None
    account = seat_bind(player_lock(player), change.game.pk)  # one that is being deleted cannot take a seat
    kind = "program" if player.is_bot else "person"
    sat = change.decide(TakeSeat(seat, account, client_seed, kind, held, left))
    if invitation:
        Invitation.objects.filter(game=change.game, player=player).delete()
    Seat.objects.update_or_create(game=change.game, number=sat.actor, defaults={"player": player})
    if sat.actor is not None:
        key_follow(change, player, sat.actor)


def key_follow(change: Change, player: Player, seat: int) -> None:
    """The log says which key the player of the seat has now, unless it does already."""
    chair, mine = change.folded.table.chairs[seat], key_in_a_log(player)
    if (chair.key or None, chair.signing or None) != mine:
        change.decide(UseKey(seat, *mine))


def check_welcome(change: Change, player: Player) -> None:
    """Nobody sits down with a player whom they have blocked, or who has blocked them."""
    seated = Seat.objects.filter(game=change.game, player__isnull=False).values_list("player_id", flat=True)
    people = {person for person in (*seated, change.game.host_id) if person and person != player.pk}
    if apart_from(player, people):
        raise NotWelcome


def check_bot(bot: str) -> None:
    if bot not in BOTS:
        refusal = BotSettings if bot.partition(":")[0] in BOTS else UnknownBot
        raise refusal(bot=bot, bots=sorted(BOTS))


def put_bot(change: Change, bot: str, seat: int | None) -> None:
    check_bot(bot)
    change.decide(SeatBot(seat, bot))


def leave_table(change: Change, player: Player, seat: int | None) -> None:
    if seat is not None:
        change.decide(LeaveSeat(seat))
        note_removal(change, seat)
        clear_person(change, seat)
    if change.game.host_id == player.pk:
        _pass_on_host(change)


def clear_person(change: Change, seat: int) -> None:
    Seat.objects.filter(game=change.game, number=seat).update(player=None)


def _pass_on_host(change: Change) -> None:
    people = Seat.objects.filter(game=change.game, player__isnull=False).order_by("number")
    heir = people.first()
    if heir is None:
        change.decide(Close())
    else:
        Game.objects.filter(pk=change.game.pk).update(host=heir.player)
        change.game.host = heir.player


def note_removal(change: Change, seat: int) -> None:
    """Who has left the seat or was removed from it, when the seat no longer names them."""
    person = Seat.objects.filter(game=change.game, number=seat).values_list("player_id", flat=True).first()
    if person:
        Removal.objects.create(game=change.game, seq=change.folded.seq, player_id=person)
