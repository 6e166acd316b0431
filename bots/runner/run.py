"""All our games, played at once."""

from __future__ import annotations

import logging
from contextlib import suppress
from threading import Event, Thread
from typing import Final

from bots.errors import Trouble
from bots.runner.listener import Listener
from bots.runner.pool import Pool
from bots.runner.server import Stopped, is_token_refused, token_trouble
from bots.runner.table import SeatedBot
from bots.specs import MakeBot
from signalbox_client import Client, SignalboxError

logger = logging.getLogger(__name__)

LAST_SECONDS: Final = 5.0  # for actions that are under way when we are to stop


class Run:
    def __init__(self, client: Client, make_bot: MakeBot, *, at_once: int, stop: Event) -> None:
        self._client, self._make_bot, self._stop = client, make_bot, stop
        self._tables: dict[str, SeatedBot] = {}
        self._pool = Pool(self._play, at_once)
        self._trouble: Trouble | None = None

    def go(self) -> None:
        """Until `stop` is set, or somebody presses Ctrl-C, or there is trouble, which it raises."""
        Thread(target=self._listen, name="listener", daemon=True).start()
        with suppress(KeyboardInterrupt):
            self._stop.wait()
        self._stop.set()
        self._pool.close(LAST_SECONDS)
        if self._trouble:
            raise self._trouble

    def _listen(self) -> None:
        listener = Listener(self._client, self._stop, want=self._pool.want, over=self._forget)
        try:
            listener.listen()
        except Trouble as trouble:
            self._give_up(trouble)
        except Exception as error:
            logger.exception("the listener failed")
            self._give_up(Trouble(f"The listener failed: {error}", 1))

    def _play(self, game: str) -> None:
        """In a thread of the pool, which has to outlive it."""
        if self._stop.is_set():
            return
        table = self._tables.setdefault(game, SeatedBot(self._client, game, self._make_bot, self._stop))
        try:
            table.play()
        except Stopped:
            return
        except SignalboxError as reason:
            if is_token_refused(reason):
                self._give_up(token_trouble(reason))
            elif not self._stop.is_set():
                logger.warning("game %s: %s; later again", game, reason)
        except Exception:
            logger.exception("game %s cannot be played", game)

    def _forget(self, game: str) -> None:
        self._tables.pop(game, None)

    def _give_up(self, trouble: Trouble) -> None:
        self._trouble = trouble
        self._stop.set()
