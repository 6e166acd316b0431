"""Write, delete and report messages; keep notes."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.http.answers import or_absent
from games.log.models import Game
from games.log.wakes import wake_board
from games.messages.models import Message, Note, Report
from games.messages.refusals import (
    NoSuchMessage,
    NoteChanged,
    TooManyInADay,
    TooManyInAMinute,
    TooManyMessages,
)
from games.notices.kinds import MessageWritten
from games.notices.services import Given
from games.reading.refusals import NotSeated
from games.reading.visibility import VisibleGame, is_host
from games.relations.friends import blockers_of
from games.webhooks.new_deliveries import notices_announce

MAX_TEXT = 1000
MAX_NOTE = 10_000
MAX_MESSAGES = 2000  # at one table
MAX_IN_A_MINUTE = 10  # of one player at one table
MAX_IN_A_DAY = 1000  # of one player at all tables
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def check_member(found: VisibleGame) -> None:
    """Only players and the host write."""
    if found.viewer.seat is None and not is_host(found.game, found.viewer.player):
        raise NotSeated


@transaction.atomic
def message_write(found: VisibleGame, author: Player, text: str) -> Message:
    """The row of the game is locked, so that the numbers have no gap; moves wait for an insert at most."""
    check_member(found)
    game = Game.objects.select_for_update().get(pk=found.game.pk)
    newest = Message.objects.filter(game=game).order_by("-number").first()
    number = newest.number + 1 if newest else 1
    _check_limits(game, author, number)
    row = Message.objects.create(
        game=game, number=number, player=author, seat=found.viewer.seat, text=text, at=timezone.now()
    )
    notices_announce(_notices(found, row), game, author=author)
    transaction.on_commit(partial(wake_board, game.id, number), robust=True)
    return row


def _check_limits(game: Game, author: Player, number: int) -> None:
    if number > MAX_MESSAGES:
        raise TooManyMessages(most=MAX_MESSAGES)
    mine, now = Message.objects.filter(player=author), timezone.now()
    if mine.filter(game=game, at__gt=now - MINUTE).count() >= MAX_IN_A_MINUTE:
        raise TooManyInAMinute(most=MAX_IN_A_MINUTE)
    if mine.filter(at__gt=now - DAY).count() >= MAX_IN_A_DAY:
        raise TooManyInADay(most=MAX_IN_A_DAY)


def _notices(found: VisibleGame, row: Message) -> list[Given]:
    """For everybody at the table but the author and those who have blocked them."""
    seated = {person.pk for person in found.people.values()}
    people = {person for person in (*seated, found.game.host_id) if person and person != row.player_id}
    written = MessageWritten(number=row.number, seat=or_absent(row.seat))
    order = sorted(people - blockers_of(row.player_id, people))
    return [Given(person, row.at, written.kind, written.data, found.game.id) for person in order]


def message_get(found: VisibleGame, number: int) -> Message:
    row = Message.objects.filter(game=found.game, number=number, deleted="").first()
    if row is None:
        raise NoSuchMessage
    return row


def message_delete(found: VisibleGame, author: Player, number: int) -> None:
    row = message_get(found, number)
    if row.player_id != author.pk:
        raise NoSuchMessage
    text_remove(row, Message.Deleted.AUTHOR)


def text_remove(row: Message, by: Message.Deleted) -> None:
    Message.objects.filter(game_id=row.game_id, number=row.number).update(text="", deleted=by)


def message_report(found: VisibleGame, player: Player, number: int, reason: str) -> None:
    """A second report of the same player replaces the first."""
    check_member(found)
    row = message_get(found, number)
    Report.objects.update_or_create(
        game=found.game,
        number=row.number,
        player=player,
        defaults={"reason": reason, "at": timezone.now()},
    )


def reports_settle(row: Message) -> int:
    """Returns how many reports of the message there were."""
    return Report.objects.filter(game_id=row.game_id, number=row.number).delete()[0]


# -- notes -------------------------------------------------------------------------------------


def note_tag(text: str) -> str:
    return sha256(text.encode()).hexdigest()


@transaction.atomic
def note_put(game: Game, player: Player, text: str, expected: str | None) -> Note:
    """Replace the note; `expected` is the tag of the text that the caller has seen."""
    Note.objects.get_or_create(game=game, player=player, defaults={"text": "", "changed_at": timezone.now()})
    row = Note.objects.select_for_update().get(game=game, player=player)
    if expected not in (None, note_tag(row.text)):
        raise NoteChanged
    row.text, row.changed_at = text, timezone.now()
    row.save(update_fields=["text", "changed_at"])
    return row


def writings_delete(player: Player) -> None:
    """Of a player whose account is being deleted: messages are emptied, notes and reports deleted."""
    mine = Message.objects.filter(player=player)
    mine.filter(deleted="").update(text="", deleted=Message.Deleted.AUTHOR)
    mine.update(player=None)
    Note.objects.filter(player=player).delete()
    Report.objects.filter(player=player).delete()
