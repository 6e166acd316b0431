"""Hearing where it is our turn."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from typing import Final

from bots.errors import Trouble
from bots.runner.api import NO_TOKEN_CODE, Api, Away, Plain, Refused
from bots.runner.backoff import pauses
from bots.runner.wire import Message

logger = logging.getLogger(__name__)

NEEDED: Final = ("games:read", "games:play")
ENDS: Final = (
    "game.finished",
    "game.closed",
    "seat.cleared",
)  # the notices after which there is nothing to do
LOOK_SECONDS: Final = 2.0  # while there is no stream


class Listener:
    """The stream reports at once; a poll of all our games finds what it missed.

    Each stream begins with the games that wait for us. There is a look with every beat of its heart, too, and
    every two seconds while there is none. So a notice may be lost, and a game may be given up for a while,
    without being forgotten.
    """

    def __init__(
        self, api: Api, stop: Event, *, want: Callable[[str], None], over: Callable[[str], None]
    ) -> None:
        self._api, self._stop, self._want, self._over = api, stop, want, over
        self._links: dict[str, str] = {}  # to our affairs, once we have been introduced
        self._pauses = pauses()

    def listen(self) -> None:
        while not self._stop.is_set():
            try:
                self._hear_out()
                reason, wish = "the stream broke off", 0.0
            except Refused as refused:
                reason, wish = str(refused), 0.0
            except Away as away:
                reason, wish = str(away), away.seconds
            seconds = max(next(self._pauses), wish)
            logger.warning("%s; listening again in %.1f s", reason.rstrip("."), seconds)
            self._look_for(seconds)

    def _hear_out(self) -> None:
        self._links = self._hello()  # each time: a server that was away may have moved its streams
        with self._api.stream(self._links["stream"]) as messages:
            logger.info("listening")
            for message in messages:
                self._pauses = pauses()  # it works: should it break off, be quick again
                self._hear(message)

    def _hello(self) -> dict[str, str]:
        """Who we are, and where our affairs are."""
        root = self._api.root
        try:
            me = self._api.get(f"{root}/me", tries=1)
            scopes, links = me["token"]["scopes"], {page: me["links"][page] for page in ("stream", "games")}
        except (Refused, KeyError):
            if self._links:
                raise Away(f"{root} is not what it was") from None
            raise Trouble(f"There is no API that a runner could use at {root}.") from None
        if missing := [scope for scope in NEEDED if scope not in scopes]:
            raise Trouble(f"The token lacks the scope {' and '.join(missing)}.", NO_TOKEN_CODE)
        if not self._links:
            introduce(me, root)
        return links

    def _look(self) -> None:
        if self._links:
            self._want_all(self._api.get(f"{self._links['games']}?turn=mine", tries=1)["items"])

    def _want_all(self, games: list[Plain]) -> None:
        for game in games:
            self._want(game["id"])

    def _look_for(self, seconds: float) -> None:
        """Without a stream there are our own eyes; but a server that is away is left in peace."""
        try:
            while seconds > 0 and not self._stop.wait(min(seconds, LOOK_SECONDS)):
                seconds -= LOOK_SECONDS
                self._look()
        except (Away, Refused):
            self._stop.wait(max(0, seconds))

    def _hear(self, message: Message) -> None:
        data: Plain = json.loads(message.data)
        match message.event:
            case "standing":
                self._want_all(data["games"])
            case "notice":
                self._hear_of(data)
            case "heartbeat":
                with suppress(Away, Refused):
                    self._look()
            case "end":
                raise Away(f"the stream has ended: {data.get('reason')}")

    def _hear_of(self, notice: Plain) -> None:
        game, data = notice.get("game"), notice["data"]
        if game is None:
            return
        if notice["kind"] in ENDS:
            logger.info(
                "%s %s: seat %s, scores %s", notice["kind"], game, data.get("seat"), data.get("scores")
            )
            self._over(game)
        else:
            self._want(game)


def introduce(me: Plain, root: str) -> None:
    logger.info("playing as %s at %s", me.get("name"), root)
    if not me.get("is_bot"):
        logger.warning("this account is a person's; a program signs up with is_bot, and is labelled as one")
