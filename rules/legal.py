"""What a seat may do now, worked out only as far as somebody asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rules.actions import A, Action
from rules.position import Position
from rules.refusals import Refusal
from rules.state import State

if TYPE_CHECKING:
    from rules.agenda import Play
    from rules.ruleset import Ruleset


class LegalActions(Position):
    """A position as one seat may act on it.

    Iterate to get the actions offered, each once, play by play; ask `in` to have any action judged.

    What is offered is accepted; `in` knows what else would be. A play may offer one of several equal ways
    to pay; it says which.
    """

    __slots__ = ("seat",)

    def __init__(self, ruleset: Ruleset, state: State, seat: int) -> None:
        super().__init__(ruleset, state)
        self.seat = seat

    @property
    def plays(self) -> Mapping[type, Play]:
        return self.agenda.play_at[self.state.moment(self.seat)]

    def __iter__(self) -> Iterator[Action]:
        return iter(self.offered(self.seat))

    def __contains__(self, action: object) -> bool:
        try:
            self.ruleset.check(self.state, action)  # type: ignore[arg-type]  # any object may be asked about
        except Refusal:
            return False
        return bool(getattr(action, "seat", None) == self.seat)

    def __bool__(self) -> bool:
        return any(play.candidates(self, self.seat) for play in self.plays.values())

    def count(self) -> int:
        """How many are offered. Not `len()`: `list()` would ask for it and do all the work twice."""
        return sum(1 for _ in self)

    def of(self, action: type[A]) -> Iterator[A]:
        """Those of one type only."""
        if play := self.plays.get(action):
            yield from play.candidates(self, self.seat)  # type: ignore[misc]  # a play offers its own action

    def __repr__(self) -> str:
        return f"<LegalActions of seat {self.seat}: {self.count()}>"
