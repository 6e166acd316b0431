"""What an operator may do to players, tables and audits. Each deed is recorded in the same transaction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player, Scope
from games.accounts.names import SHAPE, has_shape, is_reserved
from games.accounts.services import FIRST_SCOPES, player_lock, player_rename, token_create
from games.audits.models import OperatorDeed
from games.calendars.services import calendar_delete
from games.log.models import Game
from games.messages.models import Message
from games.messages.services import reports_settle, text_remove
from games.notifications.choices import notifications_end
from games.oauth.grants import grants_end
from games.oauth.models import Grant
from games.people.services import sessions_end
from games.reading.access_log import audit_assign, audit_withdraw
from games.search.services import history_review
from games.tables.closure import table_close
from games.transparency.announcements import announce
from games.webhooks.receivers import tokenless_pause
from games.work.attempts import game_release

Deed = OperatorDeed.Deed
# Only these name their game in the public log: at a small table a message or an audit would tell who has
# complained.
OF_TABLES: Final = frozenset((Deed.CLOSE, Deed.HIDE, Deed.SHOW, Deed.CLEAR_NAME))


class NotDone(Exception):
    """The deed is not possible or would change nothing; the message says why."""


@dataclass(frozen=True)
class Operator:
    """Who acts, and why."""

    name: str
    reason: str

    def record(self, deed: Deed, *, player: Player | None = None, game: Game | None = None) -> None:
        if not self.reason.strip():
            raise NotDone("A reason is required.")
        made = OperatorDeed.objects.create(
            deed=deed, player=player, game=game, operator=self.name, reason=self.reason.strip()
        )
        named = game.id if game and deed in OF_TABLES else None
        announce("operator_deed", made.at, game=named, deed=deed.value)


@transaction.atomic
def suspend(player: Player, by: Operator) -> None:
    """Refuse every token of the player and end every session.

    Stand-ins take over when the clocks run out, as for anybody away.
    """
    locked = player_lock(player)
    if locked.suspended_at is not None:
        raise NotDone(f"{locked.name} is suspended already.")
    locked.suspended_at = timezone.now()
    locked.save(update_fields=["suspended_at"])
    tokenless_pause(locked)
    sessions_end(locked)
    by.record(Deed.SUSPEND, player=locked)


@transaction.atomic
def reinstate(player: Player, by: Operator) -> None:
    """Tokens are valid again. Webhooks stay paused until their owner resumes them."""
    locked = player_lock(player)
    if locked.suspended_at is None:
        raise NotDone(f"{locked.name} is not suspended.")
    locked.suspended_at = None
    locked.save(update_fields=["suspended_at"])
    by.record(Deed.REINSTATE, player=locked)


@transaction.atomic
def rename(player: Player, name: str, by: Operator) -> None:
    if not has_shape(name):
        raise NotDone(SHAPE)
    if is_reserved(name):
        raise NotDone(f"The name {name} is reserved.")
    player_rename(player, name=name)
    by.record(Deed.RENAME, player=player)


@transaction.atomic
def give_back(player: Player, by: Operator) -> str:
    """Revoke every token and grant, which may be in wrong hands, with all that was set up to read along.

    Returns a new token for the owner.
    """
    locked = player_lock(player)
    grants_end(Grant.objects.filter(player=locked))
    locked.tokens.all().delete()
    tokenless_pause(locked)
    notifications_end(locked)
    calendar_delete(locked)
    _, plain = token_create(locked, name="given back by the operator", scopes=FIRST_SCOPES)
    by.record(Deed.GIVE_BACK, player=locked)
    return plain


@transaction.atomic
def grant(player: Player, scopes: Collection[str], by: Operator) -> str:
    """Returns a new token. It is the only way to the scope `audit`."""
    _, plain = token_create(player, name="granted by the operator", scopes=scopes)
    by.record(Deed.GRANT_AUDIT if Scope.AUDIT in scopes else Deed.GRANT_TOKEN, player=player)
    return plain


@transaction.atomic
def assign(game: Game, player: Player, by: Operator) -> None:
    """Let the player see everything of the game, with a token of the scope `audit`."""
    if not audit_assign(game, player):
        raise NotDone(f"{player.name} audits this game already.")
    by.record(Deed.ASSIGN_AUDIT, player=player, game=game)


@transaction.atomic
def withdraw(game: Game, player: Player, by: Operator) -> None:
    if not audit_withdraw(game, player):
        raise NotDone(f"{player.name} is not assigned to this game.")
    by.record(Deed.WITHDRAW_AUDIT, player=player, game=game)


@transaction.atomic
def release(game: Game, by: Operator) -> None:
    """Try the tasks of a game again that have failed."""
    if not game_release(game.id):
        raise NotDone(f"No task of the game {game.pk} has failed.")
    by.record(Deed.RELEASE, game=game)


@transaction.atomic
def close(game: Game, by: Operator) -> None:
    """Close a table that has not started, by the same event as when its host leaves."""
    table_close(game.id)
    by.record(Deed.CLOSE, game=game)


@transaction.atomic
def unsay(message: Message, by: Operator) -> None:
    """Delete the text of a message. That settles the reports of it."""
    if message.deleted:
        raise NotDone("The message is deleted already.")
    text_remove(message, Message.Deleted.OPERATOR)
    reports_settle(message)
    by.record(Deed.UNSAY, player=message.player, game=message.game)


@transaction.atomic
def dismiss(message: Message, by: Operator) -> None:
    """Settle the reports of a message, which stays as it is."""
    if not reports_settle(message):
        raise NotDone("Nobody has reported the message.")
    by.record(Deed.DISMISS, player=message.player, game=message.game)


@transaction.atomic
def clear_name(game: Game, by: Operator) -> None:
    if not Game.objects.filter(pk=game.pk).exclude(name="").update(name=""):
        raise NotDone(f"The table {game.pk} has no name.")
    by.record(Deed.CLEAR_NAME, game=game)


@transaction.atomic
def hide(game: Game, by: Operator) -> None:
    """Leave the table out of lists and searches. Its address still works."""
    if not Game.objects.filter(pk=game.pk, hidden_at=None).update(hidden_at=timezone.now()):
        raise NotDone(f"The table {game.pk} is hidden already.")
    history_review(game)
    by.record(Deed.HIDE, game=game)


@transaction.atomic
def show(game: Game, by: Operator) -> None:
    if not Game.objects.filter(pk=game.pk, hidden_at__isnull=False).update(hidden_at=None):
        raise NotDone(f"The table {game.pk} is not hidden.")
    history_review(game)
    by.record(Deed.SHOW, game=game)
