"""Drawing tickets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.actions import Action, DrawTickets
from rules.chance import Chance
from rules.events import Event, TicketsDrawn
from rules.memo import Memo
from rules.moments import TURN
from rules.position import Position
from rules.refusals import NoTicketsLeft

draw: Memo[int, tuple[DrawTickets]] = Memo(lambda seat: (DrawTickets(seat),), most=10)


@dataclass(frozen=True)
class DrawTicketsPlay:
    count: int
    keep: int
    action = DrawTickets
    moments = (TURN,)
    rules = ("TURN-1", "TICK-1", "TICK-3", "TICK-4", "TICK-5")

    def candidates(self, at: Position, seat: int) -> Sequence[Action]:
        return draw[seat] if at.state.piles["tickets"] else ()

    def check(self, at: Position, action: DrawTickets) -> None:
        if not at.state.piles["tickets"]:
            raise NoTicketsLeft

    def events(self, at: Position, action: DrawTickets, chance: Chance) -> tuple[Event, ...]:
        tickets = at.state.piles["tickets"][: self.count]
        return (TicketsDrawn(action.seat, len(tickets), self.keep, tickets),)
