"""Who has to act on a game now, if it is not a person: the tasks are sent for here.

The tasks import the services, and the services send for the tasks; so the tasks are named, not imported.
"""

from __future__ import annotations

import logging
from uuid import UUID

from celery import current_app
from kombu.exceptions import OperationalError

from games.folding import Folded

logger = logging.getLogger("signalbox.attention")

PLAY_BOT_TURN = "games.tasks.play_bot_turn"
SETTLE_GAME = "games.tasks.settle_game"


def seat_for_bot(folded: Folded) -> int | None:
    """The first seat that a bot has to decide for, if any."""
    chairs = folded.table.chairs
    return next((seat for seat in folded.to_act if chairs[seat].played_by), None)


def task_for(folded: Folded) -> str | None:
    if folded.status == "scoring":
        return SETTLE_GAME
    return PLAY_BOT_TURN if seat_for_bot(folded) is not None else None


def attend(game: UUID, folded: Folded) -> bool:
    """Send for the task that is due; whether there is one.

    A broker that is away is no error: a sweep will find the game.
    """
    task = task_for(folded)
    if task is None:
        return False
    try:
        current_app.send_task(task, [str(game)], retry=False)
    except OperationalError:
        logger.warning("no task could be sent for game %s: the broker does not answer", game)
    return True
