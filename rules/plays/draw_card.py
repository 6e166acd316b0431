"""Drawing the top card of a pile, unseen."""

from __future__ import annotations

from collections.abc import Sequence

from rules.actions import Action, DrawCard
from rules.chance import Chance
from rules.events import CardDrawn, Event
from rules.memo import once
from rules.moments import SECOND_CARD, TURN
from rules.position import Position
from rules.refusals import PileEmpty, UnknownPile

card_drawn = once(CardDrawn)


@once
def draws(seat: int, piles: tuple[str, ...]) -> tuple[DrawCard, ...]:
    return tuple(DrawCard(seat, pile) for pile in piles)


class DrawCardPlay:
    action = DrawCard
    moments = (TURN, SECOND_CARD)
    rules = ("TURN-1", "DRAW-1", "DRAW-9")

    def candidates(self, at: Position, seat: int) -> Sequence[Action]:
        return draws[seat, at.state.sources()]

    def check(self, at: Position, action: DrawCard) -> None:
        if action.pile not in at.state.discards:
            raise UnknownPile(pile=action.pile, piles=list(at.state.discards))
        if action.pile not in at.state.sources():
            raise PileEmpty(pile=action.pile)

    def events(self, at: Position, action: DrawCard, chance: Chance) -> tuple[Event, ...]:
        return (card_drawn[action.seat, action.pile, at.state.piles[action.pile][0]],)
