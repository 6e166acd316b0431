"""The decisions a seat can be asked for: those of a turn, and what the rules of the set-up declare."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NewType

if TYPE_CHECKING:
    from rules.state import State

Moment = NewType("Moment", str)

TURN: Final = Moment("turn")
SECOND_CARD: Final = Moment("second_card")
DRAWN_TICKETS: Final = Moment("drawn_tickets")

MOMENTS: list[Moment] = [TURN, SECOND_CARD, DRAWN_TICKETS]  # all of them, as games are loaded
SETUP_MOMENTS: dict[Moment, Callable[[State, int], bool]] = {}


def setup_moment(name: str, is_asked: Callable[[State, int], bool]) -> Moment:
    """Declare a decision of the set-up.

    `is_asked` says by the state alone whether a seat that has not chosen yet is asked for it. It must
    be false in every game without this decision: a state is read without its ruleset.
    """
    moment = Moment(name)
    MOMENTS.append(moment)
    SETUP_MOMENTS[moment] = is_asked
    return moment
