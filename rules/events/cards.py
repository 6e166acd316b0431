"""Transport cards: dealt, drawn, taken, and the market they are taken from."""

from __future__ import annotations

from rules.actions import Action, DrawCard, TakeCard
from rules.cards import Face, hand_with, hand_without
from rules.declare import private, public
from rules.events.base import Event, SeatEvent, event
from rules.state import State, put


@event
class CardsDealt(Event):
    sentence = "{seat} was dealt {count:card} from {pile}[: {cards}]."
    seat: int
    pile: str
    count: int
    cards: tuple[Face, ...] = private(drawn=True)

    def fold(self, state: State) -> None:
        state.piles = {**state.piles, self.pile: state.piles[self.pile][self.count :]}
        hand = state.hands[self.seat]
        state.hands = put(state.hands, self.seat, hand_with(hand, self.cards))


@event
class CardDrawn(SeatEvent):
    """A card was drawn unseen from a pile."""

    sentence = "{seat} drew a card from {pile}[: {card}]."
    seat: int
    pile: str
    card: Face = private(drawn=True)

    def fold(self, state: State) -> None:
        state.piles = {**state.piles, self.pile: state.piles[self.pile][1:]}
        receive(state, self.seat, self.card)
        state.drawn += 1
        state.passes = 0

    def asked(self) -> Action:
        return DrawCard(self.seat, self.pile)


@event
class CardTaken(SeatEvent):
    """A card was taken from the market. `draws`: how many of the turn's two draws it used up."""

    sentence = "{seat} took {card} from the market[, refilled from {refill}]."
    seat: int
    card: Face
    slot: int
    draws: int
    refill: str | None = None

    def fold(self, state: State) -> None:
        state.market = put(state.market, self.slot, None)
        receive(state, self.seat, self.card)
        state.refill = self.refill
        state.drawn += self.draws
        state.sweeps = state.passes = 0

    def asked(self) -> Action:
        return TakeCard(self.seat, self.card, self.refill)


@event
class MarketFilled(Event):
    """Cards were turned up into the market, each from the pile it belongs to."""

    sentence = "The market got {cards}."
    slots: tuple[int, ...]
    cards: tuple[Face, ...] = public(drawn=True)

    def fold(self, state: State) -> None:
        market, piles = list(state.market), state.piles.copy()
        for place, slot in enumerate(self.slots):  # mostly one: a `zip` would take longer than the rest
            market[slot] = card = self.cards[place]
            pile = state.pile_of[card]
            piles[pile] = piles[pile][1:]
        state.market = tuple(market)
        state.piles = piles
        state.refill = None


@event
class MarketSwept(Event):
    """The whole market was discarded because too many of its cards were wild."""

    sentence = "The market was swept: {cards}."
    cards: tuple[Face, ...]

    def fold(self, state: State) -> None:
        discard(state, self.cards)
        state.market = (None,) * len(state.market)
        state.refill, state.sweeps = None, state.sweeps + 1


def receive(state: State, seat: int, card: Face) -> None:
    hand = state.hands[seat].copy()
    hand[card] = hand.get(card, 0) + 1
    state.hands = put(state.hands, seat, hand)


def pay(state: State, seat: int, cards: tuple[Face, ...]) -> None:
    state.hands = put(state.hands, seat, hand_without(state.hands[seat], cards))
    discard(state, cards)


def discard(state: State, cards: tuple[Face, ...]) -> None:
    """Each card to the discards of its own pile."""
    discards, pile_of = state.discards.copy(), state.pile_of
    for card in cards:
        discards[pile_of[card]] += (card,)
    state.discards = discards
