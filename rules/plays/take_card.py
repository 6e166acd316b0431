"""Taking a card from the market."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.actions import Action, TakeCard
from rules.cards import WILD, Face
from rules.chance import Chance
from rules.events import CardTaken, Event
from rules.memo import once
from rules.moments import SECOND_CARD, TURN
from rules.position import Position
from rules.refusals import NoCardsToDraw, NotInMarket, WildAsSecondCard, WrongRefill
from rules.state import State

take_card = once(TakeCard)
card_taken = once(CardTaken)


@once
def takes(seat: int, market: frozenset[Face | None], piles: tuple[str, ...]) -> tuple[TakeCard, ...]:
    """One for each card, or for each card and each pile that can fill its gap."""
    refills = piles if len(piles) > 1 else (None,)
    cards = sorted([card for card in market if card])
    return tuple([take_card[seat, card, refill] for card in cards for refill in refills])


class TakeCardPlay:
    """`may_begin` says whether a first card may be taken at all: what is left to draw differs by game."""

    action = TakeCard
    moments = (TURN, SECOND_CARD)
    rules = ("TURN-1", "DRAW-1", "DRAW-2", "DRAW-3", "DRAW-4")

    def __init__(self, may_begin: Callable[[State], bool] | None = None) -> None:
        self.may_begin = may_begin

    def candidates(self, at: Position, seat: int) -> Sequence[Action]:
        state = at.state
        if not state.drawn and self.may_begin and not self.may_begin(state):
            return ()
        market = frozenset(state.market)
        if state.drawn:
            market -= {WILD}  # DRAW-4
        return takes[seat, market, state.sources() if len(state.discards) > 1 else ()]

    def check(self, at: Position, action: TakeCard) -> None:
        state = at.state
        if not state.drawn and self.may_begin and not self.may_begin(state):
            raise NoCardsToDraw
        if action.card not in state.market:
            raise NotInMarket(card=action.card)
        if action.card == WILD and state.drawn:
            raise WildAsSecondCard
        choices = state.sources()
        if action.refill not in choices and (action.refill is not None or len(choices) > 1):
            raise WrongRefill(refill=action.refill, choices=list(choices))

    def events(self, at: Position, action: TakeCard, chance: Chance) -> tuple[Event, ...]:
        slot = at.state.market.index(action.card)
        draws = 2 if action.card == WILD else 1  # DRAW-3
        return (card_taken[action.seat, action.card, slot, draws, action.refill],)
