"""Another table that looks the same to one viewer: all it cannot know is dealt anew."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence

from rules import State
from rules.cards import Hand, listed
from rules.state import put

FLEETS = [(trains, 60 - trains) for trains in range(10, 26)]


def resampled(state: State, viewer: int | None, rng: random.Random, *, known_tops: int = 0) -> State:
    """Hands keep their backs, piles and offers their sizes; so many cards on top of each pile stay."""
    new = state.copy()
    others = [seat for seat in range(state.seats) if seat != viewer]
    for pile in state.discards:
        _deal_cards(new, pile, others, rng, known_tops)
    _deal_tickets(new, others, rng, known_tops)
    for seat in others:
        if state.choices[seat] is not None:
            new.choices = put(new.choices, seat, _choice(new, seat, rng))
    return new


def _deal_cards(new: State, pile: str, others: Sequence[int], rng: random.Random, tops: int) -> None:
    def of_pile(hand: Hand) -> list[str]:
        return [card for card in listed(hand) if new.pile_of[card] == pile]

    top, rest = new.piles[pile][:tops], new.piles[pile][tops:]
    stock = _shuffled([*rest, *(card for seat in others for card in of_pile(new.hands[seat]))], rng)
    for seat in others:
        kept = [card for card in listed(new.hands[seat]) if new.pile_of[card] != pile]
        dealt = [stock.pop() for _ in of_pile(new.hands[seat])]
        new.hands = put(new.hands, seat, dict(Counter([*kept, *dealt])))
    new.piles = {**new.piles, pile: (*top, *stock)}


def _deal_tickets(new: State, others: Sequence[int], rng: random.Random, tops: int) -> None:
    top, rest = new.piles["tickets"][:tops], new.piles["tickets"][tops:]
    hidden = [*rest, *(ticket for seat in others for ticket in new.tickets[seat] + new.offers[seat])]
    stock = _shuffled(hidden, rng)
    for seat in others:
        new.tickets = put(new.tickets, seat, tuple(stock.pop() for _ in new.tickets[seat]))
        new.offers = put(new.offers, seat, tuple(stock.pop() for _ in new.offers[seat]))
    new.piles = {**new.piles, "tickets": (*top, *stock)}


def _choice(new: State, seat: int, rng: random.Random) -> tuple[object, ...]:
    """What the seat has chosen in secret: some of its tickets, how many being secret too, or a fleet."""
    offer = new.offers[seat]
    if not offer:
        return rng.choice(FLEETS)
    kept = rng.sample(offer, rng.randint(new.keep[seat], len(offer)))
    return tuple(ticket for ticket in offer if ticket in kept)


def _shuffled(items: Iterable[str], rng: random.Random) -> list[str]:
    return sorted(items, key=lambda _: rng.random())
