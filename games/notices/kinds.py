"""The kinds of notices."""

from typing import Final

YOUR_TURN: Final = "game.your_turn"
STARTED: Final = "game.started"
FINISHED: Final = "game.finished"
SEAT_TAKEN: Final = "seat.taken"
DEADLINE_NEAR: Final = "deadline.near"
WEBHOOK_PAUSED: Final = "webhook.paused"

KINDS: Final = (YOUR_TURN, STARTED, FINISHED, SEAT_TAKEN, DEADLINE_NEAR, WEBHOOK_PAUSED)
