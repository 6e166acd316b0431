"""One game: as long as it is our turn, look, ask the bot, act."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event
from typing import Any, Final

from bots.base import Bot
from bots.random import RandomBot
from bots.runner.server import is_token_refused
from bots.specs import MakeBot
from rules import Action, KeyedChance, View, plain_action, read_action, read_view
from rules.codec import check_types
from rules.refusals import Malformed
from signalbox_client import Client, Conflict, Forbidden, IllegalAction, Invalid, NotFound, plain, records

logger = logging.getLogger(__name__)

ASKED: Final = 3  # so often for one decision, before chance decides
REFUSED: Final = (IllegalAction, Conflict, Forbidden, Invalid, NotFound)
# The table has moved on, or somebody else has decided: not the bot's fault.
MEANWHILE: Final = ("stale_version", "key_reused", "time_is_up", "seat_handed_over", "not_playing")


@dataclass(frozen=True, slots=True)
class Question:
    """What our seat has to decide, in the words a bot inside the server is asked in."""

    version: int
    seat: int
    view: View
    options: tuple[Action, ...]


class SeatedBot:
    def __init__(self, client: Client, game: str, make_bot: MakeBot, stop: Event) -> None:
        self.game = game
        self._client, self._make_bot, self._stop = client, make_bot, stop
        self._bot: Bot | None = None

    def play(self) -> None:
        """Decide until it is somebody else's turn.

        A table that refuses us without having moved on is left alone: the next look comes soon enough.
        """
        table: records.Game | records.Outcome = self._look()
        refused = None
        while is_our_turn(table) and not self._stop.is_set():
            offered = self._client.games.list_actions(self.game)
            version = offered.version
            if version == refused or not offered.items:  # there are none while a stand-in decides
                return
            if version != table.version:
                table = self._look()
            elif outcome := self._decide(question(table, offered)):
                table = outcome
            else:
                table, refused = self._look(), version

    def _look(self) -> records.Game:
        return self._client.games.get(self.game)

    def _decide(self, asked: Question) -> records.Outcome | None:
        """What came of it. With one key for each version no version is acted on twice."""
        for action in self._ideas(asked):
            try:
                return self._client.games.act(
                    self.game,
                    body(action),
                    expected_version=asked.version,
                    idempotency_key=f"{self.game}-{asked.version}",
                )
            except REFUSED as refused:
                if is_token_refused(refused):
                    raise
                logger.warning("game %s: %s was refused: %s", self.game, action, refused)
                if refused.code in MEANWHILE:
                    break
        return None

    def _ideas(self, asked: Question) -> Iterator[Action]:
        for _ in range(ASKED):
            action = self._ask(asked)
            if action is None:
                break
            yield action
        logger.warning("game %s: the bot gives no action that counts, so chance decides", self.game)
        yield RandomBot().choose(asked.view, asked.options, whims())

    def _ask(self, asked: Question) -> Action | None:
        """The bot's answer, which need not be legal; None if it is not an action of this seat at all."""
        try:
            if self._bot is None:
                self._bot = self._make_bot()
            action = self._bot.choose(asked.view, asked.options, whims())
        except (Exception, SystemExit):
            logger.exception("game %s: the bot failed", self.game)
            return None
        if not is_action_of(asked.seat, action):
            logger.warning("game %s: %r is not an action of seat %d", self.game, action, asked.seat)
            return None
        return action


def question(table: records.Game | records.Outcome, offered: records.ActionList) -> Question:
    seat = offered.seat
    options = tuple(read_action({**plain(entry), "seat": seat}) for entry in offered.items)
    return Question(offered.version, seat, read_view(plain(table.view)), options)


def is_our_turn(table: records.Game | records.Outcome) -> bool:
    return table.status == "playing" and table.seat in table.to_act


def is_action_of(seat: int, action: Action) -> bool:
    """Whether it can be sent at all; what a bot answers may be anything."""
    try:
        check_types(action)
    except (KeyError, Malformed):
        return False
    return action.seat == seat


def body(action: Action) -> dict[str, Any]:
    """The seat is the caller's own and is not sent."""
    return {name: value for name, value in plain_action(action).items() if name != "seat"}


def whims() -> KeyedChance:
    return KeyedChance(secrets.token_bytes(32))
