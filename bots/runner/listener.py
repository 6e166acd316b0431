"""Hearing where it is our turn."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Event
from typing import Any, Final

from bots.errors import Trouble
from bots.runner.server import AWAY, NO_TOKEN_CODE, Stopped, is_token_refused, token_trouble
from signalbox_client import Client, Problem, SignalboxError, records

logger = logging.getLogger(__name__)

NEEDED: Final = ("games:read", "games:play")
ENDS: Final = (
    "game.finished",
    "game.closed",
    "seat.cleared",
)  # the notices after which there is nothing to do
AGAIN_SECONDS: Final = 5.0


class Listener:
    """The stream reports at once; a look at all our games finds what it missed.

    Each stream begins with the games that wait for us. There is a look with every heartbeat, too, and with
    every poll while there is no stream. So a game may be given up for a while without being forgotten.
    """

    def __init__(
        self, client: Client, stop: Event, *, want: Callable[[str], None], over: Callable[[str], None]
    ) -> None:
        self._client, self._stop, self._want, self._over = client, stop, want, over

    def listen(self) -> None:
        with suppress(Stopped):
            self._begin()
            while not self._stop.is_set():
                try:
                    for message in self._client.me.follow():
                        self._hear(message)
                except SignalboxError as error:
                    if is_token_refused(error):
                        raise token_trouble(error) from None
                    logger.warning("%s; listening again in %.1f s", error, AGAIN_SECONDS)
                    self._stop.wait(AGAIN_SECONDS)

    def _begin(self) -> None:
        """Find out who we are, as soon as the server is there."""
        while True:
            try:
                me = self._client.me.get()
                break
            except AWAY as away:
                logger.warning("%s; trying again", str(away).rstrip("."))
            except SignalboxError as error:
                if is_token_refused(error):
                    raise token_trouble(error) from None
                raise Trouble("There is no API that a runner could use at this address.") from None
        if missing := [scope for scope in NEEDED if scope not in me.token.scopes]:
            raise Trouble(f"The token lacks the scope {' and '.join(missing)}.", NO_TOKEN_CODE)
        introduce(me)

    def _hear(self, message: records.MyMessage) -> None:
        match message:
            case records.StandingMessage():
                self._want_all(message.data.games)
            case records.NoticeMessage():
                self._hear_of(message.data)
            case records.MyHeartbeatMessage():
                with suppress(*AWAY, Problem):
                    self._want_all(self._client.me.list_games(turn="mine").items)

    def _want_all(self, games: Iterable[records.GameSummary]) -> None:
        for game in games:
            self._want(game.id)

    def _hear_of(self, notice: records.Notice) -> None:
        game = getattr(notice, "game", None)
        if game is None:
            return
        if notice.kind in ENDS:
            data: Any = notice.data
            seat, scores = getattr(data, "seat", None), getattr(data, "scores", None)
            logger.info("%s %s: seat %s, scores %s", notice.kind, game, seat, scores)
            self._over(game)
        else:
            self._want(game)


def introduce(me: records.Me) -> None:
    logger.info("playing as %s", me.name)
    if not me.is_bot:
        logger.warning("this account is a person's; a program signs up with is_bot, and is labelled as one")
