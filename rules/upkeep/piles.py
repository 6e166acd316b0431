"""Making a pile anew from its discards."""

from __future__ import annotations

from rules.chance import Chance
from rules.events import PileShuffled
from rules.position import Position


def shuffled(at: Position, pile: str, chance: Chance) -> PileShuffled:
    """DRAW-6, done only when a card is needed: done earlier, a swept market would miss the shuffle."""
    return new_pile(at, pile, at.state.discards[pile], chance)


def new_pile(at: Position, pile: str, cards: tuple[str, ...], chance: Chance) -> PileShuffled:
    nth = at.state.shuffles.get(pile, 0) + 1
    order = chance.shuffle(f"{pile}#{nth}", cards)
    return PileShuffled(pile, nth, len(order), order)
