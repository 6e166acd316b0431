"""Ratings from game to game: whether each follows from the games before it.

The same is asked of the rows of a server and of the file in a data set.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from proof.differences import difference
from proof.ratings.rule import NEW, Change, Strength, changes, text_of


class Unknown(NamedTuple):
    """Somebody whose account is deleted. What they came with is taken as it is told."""

    game: Hashable
    seat: int


class Told(NamedTuple):
    """A seat of a game, and what the game is said to have done to its player."""

    seat: int
    who: Hashable
    kind: str
    rank: int
    finished: bool
    change: Change | None


class History:
    def __init__(self, new: Strength | None = None) -> None:
        """`new`: what everybody begins with; None if they may have played before this history begins."""
        self._new = new
        self.strengths: dict[tuple[str, Hashable], Strength] = {}  # after the last game

    def wrong(self, game: str, seats: Sequence[Told]) -> Iterator[str]:
        """What does not follow in the next game. `game`: without its version, as each has its own ratings."""
        due = changes(seats, lambda one: one.change.before if one.change else NEW)
        for one in seats:
            if one.change is None or one.seat not in due:
                if one.change or one.seat in due:
                    yield f"seat {one.seat} {'is' if one.change else 'is not'} rated, against the rule"
                continue
            yield from _differ(one, "came", one.change.before, self._before(game, one))
            yield from _differ(one, "left", one.change.after, due[one.seat].after)
            if not isinstance(one.who, Unknown):
                self.strengths[game, one.who] = one.change.after

    def _before(self, game: str, one: Told) -> Strength | None:
        """None: that is not known here."""
        new = None if isinstance(one.who, Unknown) else self._new
        return self.strengths.get((game, one.who), new)


def _differ(one: Told, did: str, found: Strength, due: Strength | None) -> Iterator[str]:
    for name in Strength._fields if due and found != due else ():
        if getattr(found, name) != getattr(due, name):
            why = difference(name, text_of(getattr(found, name)), text_of(getattr(due, name)))
            yield f"seat {one.seat} {did} with another rating; {why}"
