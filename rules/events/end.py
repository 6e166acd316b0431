"""The last round, the scoring and the end."""

from __future__ import annotations

from typing import Any

from rules.events.base import Event, event
from rules.state import State, put


@event
class LastRoundBegan(Event):
    """A seat has run low on pieces; this many turns are left, its own the last."""

    sentence = "{seat} began the last round; {turns:turn} to come."
    seat: int
    turns: int

    def fold(self, state: State) -> None:
        state.turns_left = self.turns


@event
class ScoringBegan(Event):
    """Play is over: the last turn is done, or nobody can do anything any more."""

    sentence = "Play ended: {reason}."
    reason: str

    def fold(self, state: State) -> None:
        state.phase = "scoring"


@event
class SeatScored(Event):
    """The score sheet of one seat, line by line, with the rule of each line."""

    sentence = "{seat} has {total:point}."
    seat: int
    total: int
    lines: tuple[dict[str, Any], ...]

    def fold(self, state: State) -> None:
        state.scored = put(state.scored, self.seat, self.lines)
        state.scores = put(state.scores, self.seat, self.total)


@event
class GameEnded(Event):
    sentence = "The game was won by {winners}."
    winners: tuple[int, ...]

    def fold(self, state: State) -> None:
        state.phase, state.winners = "over", self.winners
