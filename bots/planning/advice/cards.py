"""Which cards to draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bots.planning.evaluation import Mind
from rules.actions import DrawCard, TakeCard
from rules.cards import WILD


def advise_taking(mind: Mind, takes: Sequence[TakeCard]) -> Iterator[tuple[float, TakeCard]]:
    """The first card of two counts with the one that will follow; a wild stands alone (DRAW-3)."""
    follower = 0.0 if mind.seen.drawn else best_second(mind)
    for action in takes:
        worth = mind.worths.of(action.card) + (0.0 if action.card == WILD else follower)
        refill = mind.worths.unseen(action.refill) / 100 if action.refill else 0.0
        yield worth * mind.card + refill, action


def advise_drawing(mind: Mind, draws: Sequence[DrawCard]) -> Iterator[tuple[float, DrawCard]]:
    follower = 0.0 if mind.seen.drawn else best_second(mind)
    for action in draws:
        yield (mind.worths.unseen(action.pile) + follower) * mind.card + 0.001, action


def best_second(mind: Mind) -> float:
    """What the second card will be worth: the second best of the market, or one unseen."""
    shown = sorted((mind.worths.of(c) for c in mind.seen.market if c and c != WILD), reverse=True)
    unseen = max(mind.worths.unseen(pile) for pile in mind.atlas.board.piles)
    return max([unseen, *shown[1:2]])
