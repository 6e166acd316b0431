"""Who came to which place in a finished game, and whether they played to the end."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import NamedTuple

from proof.ratings.rule import BOTS, PEOPLE
from rules import ruleset
from rules.state import State
from rules.table.state import Chair, Table


class Placing(NamedTuple):
    seat: int
    who: Hashable
    kind: str
    rank: (
        int  # of the seat, even if a stand-in finished it; equals share a rank, and the next ones are skipped
    )
    finished: bool
    score: int
    won: bool  # as the log has it


def kind_of(chair: Chair) -> str:
    return BOTS if chair.bot or chair.program else PEOPLE


def has_finished(chair: Chair) -> bool:
    return not (chair.stand_in or chair.stood_in)


def placings_of(table: Table, state: State, who: Mapping[int, Hashable]) -> list[Placing]:
    """Ordered by points, then by completed tickets. `who`: those who are known, by seat."""
    chairs, sheet = table.chairs, ruleset(table.ruleset).score(state)
    merits = [(sheet.total(seat), sheet.completed(seat)) for seat in range(len(chairs))]
    return [
        Placing(
            seat=seat,
            who=who.get(seat),
            kind=kind_of(chair),
            rank=1 + sum(other > merits[seat] for other in merits),
            finished=has_finished(chair),
            score=sheet.total(seat),
            won=seat in state.winners,
        )
        for seat, chair in enumerate(chairs)
    ]
