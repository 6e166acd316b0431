"""Passing, when nothing else can be done."""

from __future__ import annotations

from collections.abc import Sequence

from rules.actions import Action, Pass
from rules.chance import Chance
from rules.events import Event, TurnPassed
from rules.moments import TURN
from rules.position import Position
from rules.refusals import MustNotPass


class PassPlay:
    action = Pass
    moments = (TURN,)
    rules = ("TURN-2",)
    is_last_resort = True

    def candidates(self, at: Position, seat: int) -> Sequence[Action]:
        return () if can_do_more(at, seat) else (Pass(seat),)

    def check(self, at: Position, action: Pass) -> None:
        if can_do_more(at, action.seat):
            raise MustNotPass

    def events(self, at: Position, action: Pass, chance: Chance) -> tuple[Event, ...]:
        return (TurnPassed(action.seat),)


def can_do_more(at: Position, seat: int) -> bool:
    return any(offer(at, seat) for offer in at.agenda.offers_at[TURN])
