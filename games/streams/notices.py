"""The notices of a player as a source of streams."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final
from uuid import UUID

from msgspec import Raw

from games.accounts.models import Player
from games.http.renderer import json_of
from games.log import wakes
from games.log.viewer import Viewer
from games.notices import answers
from games.notices.models import Inbox, Notice
from games.notices.selectors import newest_number, notices_after
from games.streams.answers import MyHeartbeat, MyHeartbeatMessage, NoticeMessage
from games.streams.source import READ_AT_ONCE, Head
from games.streams.wire import Form


def head_of(number: int) -> Head:
    return Head(number, {"number": number})


class NoticePage:
    """Only its player can stream it, so every viewer is admitted."""

    is_over: Final = False

    def __init__(self, after: int, notices: list[Notice], newest: int) -> None:
        self.after, self.head, self.is_empty = after, head_of(newest), not notices
        self._bodies = [(notice.number, Raw(json_of(answers.Notice.of(notice)))) for notice in notices]

    def admit(self, viewer: Viewer) -> Viewer | None:
        return viewer

    def view(self, viewer: Viewer, form: Form) -> bytes | None:
        return None

    def messages(self, viewer: Viewer, form: Form, after: int) -> Iterable[tuple[int, bytes]]:
        for number, body in self._bodies:
            if number > after:
                yield number, form(NoticeMessage(id=number, data=body))


class NoticeSource:
    """The notices of one player, about all their games."""

    kind: Final = "player"
    message_name: Final = "notice"

    def __init__(self, player: Player) -> None:
        self.id, self.channel = player.pk, wakes.player_channel(player.pk)
        self._player = player

    @staticmethod
    def heartbeat(facts: dict[str, Any], at: str) -> MyHeartbeatMessage:
        return MyHeartbeatMessage(data=MyHeartbeat(**facts, time=at))

    def read(self, after: int, head: int, viewers: Collection[Viewer]) -> NoticePage:
        """The newest number is read after the notices, so it is never smaller than one of theirs."""
        found = notices_after(self._player, after, READ_AT_ONCE)
        return NoticePage(after, found, newest_number(self._player))

    @staticmethod
    def heads(ids: list[UUID]) -> dict[UUID, Head]:
        """A player without notices is at 0."""
        numbers = dict(Inbox.objects.filter(pk__in=ids).values_list("player_id", "last"))
        return {player: head_of(numbers.get(player, 0)) for player in ids}
