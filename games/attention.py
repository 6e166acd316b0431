"""Who has to act on a game now, if it is not a person: the tasks are sent for here.

The tasks import the services, and the services send for the tasks; so the tasks are named, not imported.
"""

from __future__ import annotations

import logging
from typing import Final
from uuid import UUID

from celery import current_app
from kombu.exceptions import OperationalError

from games.folding import Folded
from games.models import Game
from games.projection import attention_for

logger = logging.getLogger("signalbox.attention")

TASKS: Final = {
    Game.Attention.BOT: "games.tasks.play_bots",
    Game.Attention.SETTLE: "games.tasks.settle_game",
}


def attend(game: UUID, folded: Folded) -> None:
    """Send for the task that is due, if there is one."""
    send(game, attention_for(folded), seconds=folded.table.bot_delay / 1000)


def send(game: UUID, attention: str, *, seconds: float = 0) -> None:
    """A broker that is away is no error: a sweep will find the game."""
    if not attention:
        return
    delay = seconds if attention == Game.Attention.BOT else 0
    try:
        current_app.send_task(TASKS[Game.Attention(attention)], [str(game)], countdown=delay, retry=False)
    except OperationalError:
        logger.warning("no task could be sent for game %s: the broker does not answer", game)
