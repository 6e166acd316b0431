"""Reads of messages and notes."""

from __future__ import annotations

from django.db.models import QuerySet

from games.accounts.models import Player
from games.log.models import Game
from games.messages.models import Message, Note
from games.reading.refusals import NotSeated
from games.reading.visibility import VisibleGame, is_host
from games.relations.friends import blocked_by
from rules.table.state import Status


def messages_for(found: VisibleGame) -> QuerySet[Message]:
    """The board as the viewer may read it, without what those they have blocked wrote."""
    viewer, game = found.viewer, found.game
    is_member = viewer.seat is not None or is_host(game, viewer.player)
    if not is_member and not is_open_to_all(game):
        raise NotSeated
    blocked = blocked_by(viewer.player) if viewer.player else set()
    return Message.objects.filter(game=game).exclude(player__in=blocked).select_related("player")


def is_open_to_all(game: Game) -> bool:
    return game.visibility == Game.Visibility.PUBLIC and game.status == Status.FINISHED


def note_get(game: Game, player: Player) -> Note | None:
    return Note.objects.filter(game=game, player=player).first()
