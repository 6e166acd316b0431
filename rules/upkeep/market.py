"""The market: filled at once, swept when too many of its cards are wild."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rules.cards import WILD, Face
from rules.chance import Chance
from rules.events import Event, MarketFilled, MarketSwept
from rules.memo import once
from rules.position import Position
from rules.state import State
from rules.upkeep.piles import shuffled

TOO_MANY_WILDS: Final = 3
MAX_SWEEPS: Final = 10


@once
def one_filled(slot: int, card: Face) -> tuple[Event]:
    return (MarketFilled((slot,), (card,)),)


class Market:
    """`homes`: for each slot the pile it is dealt from unless a player said otherwise."""

    rules = ("SET-3", "DRAW-2", "DRAW-5", "DRAW-6")
    phases = ("setup", "play")

    def __init__(self, homes: tuple[str, ...]) -> None:
        self.homes = homes
        self.slots = Counter(homes)

    def __call__(self, at: Position, chance: Chance) -> tuple[Event, ...]:
        market = at.state.market
        if None in market and (filling := self.fill(at, chance)):
            return filling
        if market.count(WILD) >= TOO_MANY_WILDS and self.may_sweep(at):
            return (MarketSwept(tuple([card for card in market if card])),)
        return ()

    def fill(self, at: Position, chance: Chance) -> tuple[Event, ...]:
        state = at.state
        slot = state.market.index(None)
        pile = state.piles[state.refill or self.homes[slot]]
        if pile and state.market.count(None) == 1:  # nearly always: one card was taken
            return one_filled[slot, pile[0]]
        return self.fill_gaps(at, chance)

    def fill_gaps(self, at: Position, chance: Chance) -> tuple[Event, ...]:
        """All gaps in one event, as far as the piles go; one that has run out is made anew first (DRAW-6)."""
        sources = tuple([pile for pile in at.state.discards if at.state.supply(pile)])
        gaps = tuple([slot for slot, card in enumerate(at.state.market) if card is None])
        if len(sources) == 1:
            return self.fill_from(at, sources[0], gaps, chance)
        return self.fill_from_many(at, sources, gaps, chance) if sources else ()

    def fill_from(self, at: Position, pile: str, gaps: tuple[int, ...], chance: Chance) -> tuple[Event, ...]:
        """One pile feeds all gaps."""
        if cards := at.state.piles[pile][: len(gaps)]:
            return (MarketFilled(gaps[: len(cards)], cards),)
        return (shuffled(at, pile, chance),)

    def fill_from_many(
        self, at: Position, sources: tuple[str, ...], gaps: tuple[int, ...], chance: Chance
    ) -> tuple[Event, ...]:
        """Each gap from the pile it belongs to, or that somebody said."""
        state = at.state
        taken = dict.fromkeys(sources, 0)
        filled: dict[int, str] = {}
        for slot in gaps:
            wanted = state.refill or self.homes[slot]
            pile = wanted if wanted in taken else sources[0]  # DRAW-8: another has to do
            cards, nth = state.piles[pile], taken[pile]
            if nth == len(cards):
                break
            filled[slot] = cards[nth]
            taken[pile] += 1
        if not filled:
            return (shuffled(at, pile, chance),)
        return (MarketFilled(tuple(filled), tuple(filled.values())),)

    def may_sweep(self, at: Position) -> bool:
        """DRAW-5: not for ever, and not when it cannot help."""
        state = at.state
        if state.sweeps >= MAX_SWEEPS:
            return False
        return self.has_plenty(at) or self.fewest_wilds(state) < TOO_MANY_WILDS

    def has_plenty(self, at: Position) -> bool:
        """Whether there is a tame card for every slot even if all wilds are loose; spares counting them."""
        for pile, slots in self.slots.items():
            if at.state.supply(pile) < slots + at.board.piles[pile].get(WILD, 0):
                return False
        return True

    def fewest_wilds(self, state: State) -> int:
        """How few wilds a new market could show, dealt from all that is not in hands."""
        tame, wild = {}, {}
        for pile, old in state.discards.items():
            shown = [card for card in state.market if card and state.pile_of[card] == pile]
            loose = (*shown, *state.piles[pile], *old)
            wild[pile] = loose.count(WILD)
            tame[pile] = len(loose) - wild[pile]
        return self.deal(tame, wild)

    def deal(self, tame: dict[str, int], wild: dict[str, int]) -> int:
        """Deal the slots with as few wilds as there can be; returns how many there are."""
        wilds = 0
        for home in self.homes:
            for pile in (home, *tame):
                if tame[pile]:
                    tame[pile] -= 1
                    break
                if wild[pile]:
                    wild[pile] -= 1
                    wilds += 1
                    break
        return wilds
