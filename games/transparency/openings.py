"""The commitment of a game is in a signed checkpoint before its cards are dealt.

Whoever follows the log then knows it before the server knows how the players mix it.
"""

from __future__ import annotations

import logging
import time
from typing import Final
from uuid import UUID

from games.failures import contained
from games.sql import fetch
from games.transparency.sequencer import log_extend

logger = logging.getLogger("signalbox.log")

MOST_SECONDS: Final = 2.0  # then the game begins without: it never depends on the log
PAUSE_SECONDS: Final = 0.01
PLACE: Final = """
SELECT leaf.index, (SELECT max(size) FROM games_checkpoint) FROM games_leaf leaf
WHERE leaf.game = %s AND leaf.kind = 'game_opened' ORDER BY leaf.index LIMIT 1"""


def opening_enter(game: UUID) -> dict[str, int] | None:
    """The index of the opening, and the size of a signed checkpoint that holds it; None if there is none yet.

    Call it outside of a transaction, and without a lock: it may have to wait for whoever extends the log.
    """
    with contained(logger, "the opening of game %s could not be entered", game):
        return _entered(game, time.monotonic() + MOST_SECONDS)
    return None


def _entered(game: UUID, end: float) -> dict[str, int] | None:
    while not (place := _place(game)):
        if time.monotonic() > end:
            logger.warning("game %s begins before its opening is in the public log", game)
            return None
        if not log_extend():  # another process is at it
            time.sleep(PAUSE_SECONDS)
    return place


def _place(game: UUID) -> dict[str, int] | None:
    """A leaf is written together with a checkpoint that holds it."""
    return next(({"index": index, "size": size} for index, size in fetch(PLACE, game)), None)
