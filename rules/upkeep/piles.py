"""Making a pile anew from its discards."""

from __future__ import annotations

from rules.chance import Chance
from rules.events import Event, PileShuffled
from rules.position import Position
from rules.rulebook import follows


@follows("DRAW-6")
def renew_piles(at: Position, chance: Chance) -> tuple[Event, ...]:
    """A pile that has run out is made anew before the next decision.

    In the list of upkeep it stands after the market, so refills and sweeps come first and a swept market
    joins the discards. It does not wake the market again, whose rules count a pile and its discards
    together; and it speaks once for each empty pile, so every action ends.
    """
    piles, discards = at.state.piles, at.state.discards
    for pile in discards:
        if not piles[pile] and discards[pile]:
            return (shuffled(at, pile, chance),)
    return ()


def shuffled(at: Position, pile: str, chance: Chance) -> PileShuffled:
    return new_pile(at, pile, at.state.discards[pile], chance)


def new_pile(at: Position, pile: str, cards: tuple[str, ...], chance: Chance) -> PileShuffled:
    nth = at.state.shuffles.get(pile, 0) + 1
    order = chance.shuffle(f"{pile}#{nth}", cards)
    return PileShuffled(pile, nth, len(order), order)
