"""Another game that looks the same to one viewer, event by event: all it cannot know is different.

Unlike a resampled state this is a whole history, so that it can be stored as a log and asked for over HTTP.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules import Event, State
from rules.events import CardDrawn, CardsDealt, MarketFilled, PileShuffled, TableSet, TicketsChosen
from rules.variants.world.fleet import FleetChosen, FleetRevealed
from tests.properties.resample import FLEETS

Viewer = int | None
TICKET_FIELDS = ("tickets", "returned")


class Card:
    """Where it lies in its shuffle is known to all, its face perhaps not to the viewer."""

    def __init__(self, face: str) -> None:
        self.face, self.known = face, False


def double(events: Sequence[Event], viewer: Viewer, rng: random.Random) -> list[Event]:
    cards = dealt_anew(events, viewer, rng)
    swap = other_tickets(events, viewer, rng)
    made = [with_tickets(with_cards(event, cards.get(place)), swap) for place, event in enumerate(events)]
    return list(other_choices(made, viewer, rng))


# -- cards -------------------------------------------------------------------------------------


def dealt_anew(events: Sequence[Event], viewer: Viewer, rng: random.Random) -> dict[int, list[Card]]:
    """The cards each event names, by its place; faces the viewer cannot know change hands."""
    named, hands = cards_named(events), list(hands_after(events))
    shuffles = [place for place in named if isinstance(events[place], PileShuffled)]
    for place in sorted(named.keys() - shuffles, reverse=True):
        for card in named[place]:
            card.known = not is_hidden(events[place], card.face, viewer, hands[place:])
    for place in shuffles:
        free = [card for card in named[place] if not card.known]
        faces = rng.sample([card.face for card in free], len(free))
        for card, face in zip(free, faces, strict=True):
            card.face = face
    return named


def cards_named(events: Sequence[Event]) -> dict[int, list[Card]]:
    piles: dict[str, list[Card]] = {}
    pile_of: dict[str, str] = {}
    named: dict[int, list[Card]] = {}
    for place, event in enumerate(events):
        match event:
            case TableSet():
                pile_of = {face: pile for pile, faces in event.cards.items() for face in faces}
            case PileShuffled() if event.pile != "tickets":
                piles[event.pile] = [Card(face) for face in event.order]
                named[place] = list(piles[event.pile])
            case CardsDealt():
                named[place] = [piles[event.pile].pop(0) for _ in event.cards]
            case CardDrawn():
                named[place] = [piles[event.pile].pop(0)]
            case MarketFilled():
                named[place] = [piles[pile_of[face]].pop(0) for face in event.cards]
    return named


def hands_after(events: Sequence[Event]) -> Iterator[list[dict[str, int]]]:
    state = State()
    for event in events:
        event.fold(state)
        yield [dict(hand) for hand in state.hands]


def is_hidden(event: Event, face: str, viewer: Viewer, later: list[list[dict[str, int]]]) -> bool:
    """Whether a card came unseen to another seat, which has had enough of this face ever since without it.

    If so it leaves those hands: the next one is judged without it.
    """
    if not isinstance(event, CardsDealt | CardDrawn) or event.seat == viewer:
        return False
    if any(hands[event.seat].get(face, 0) < 1 for hands in later):
        return False
    for hands in later:
        hands[event.seat][face] -= 1
    return True


def with_cards(event: Event, cards: list[Card] | None) -> Event:
    faces = tuple(card.face for card in cards or ())
    match event:
        case PileShuffled() if cards is not None:
            return replace(event, order=faces)
        case CardsDealt():
            return replace(event, cards=faces)
        case CardDrawn():
            return replace(event, card=faces[0])
    return event


# -- tickets and secret choices ----------------------------------------------------------------


def other_tickets(events: Sequence[Event], viewer: Viewer, rng: random.Random) -> dict[str, str]:
    """Tickets the viewer has never held, exchanged for each other."""
    (pile,) = (e.order for e in events if isinstance(e, PileShuffled) and e.pile == "tickets")
    own = [e for e in events if viewer is not None and getattr(e, "seat", None) == viewer]
    seen = {ticket for e in own for name in TICKET_FIELDS for ticket in getattr(e, name, ())}
    unseen = [ticket for ticket in pile if ticket not in seen]
    return dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))


def with_tickets(event: Event, swap: dict[str, str]) -> Event:
    names = ("order",) if isinstance(event, PileShuffled) and event.pile == "tickets" else TICKET_FIELDS
    held: dict[str, Any] = {name: getattr(event, name) for name in names if hasattr(event, name)}
    changed = {name: tuple(swap.get(t, t) for t in tickets) for name, tickets in held.items()}
    return replace(event, **changed) if changed else event  # type: ignore[type-var]  # records are dataclasses


def other_choices(events: list[Event], viewer: Viewer, rng: random.Random) -> Iterator[Event]:
    """What others have chosen in secret and not yet shown: another number of tickets, another fleet."""
    state = State()
    for event in events:
        event.fold(state)
    shown = any(isinstance(event, FleetRevealed) for event in events)
    for event in events:
        if isinstance(event, TicketsChosen) and event.seat != viewer and state.offers[event.seat]:
            offer = state.offers[event.seat]
            count = rng.randint(state.keep[event.seat], len(offer))
            yield replace(event, tickets=offer[:count])
        elif isinstance(event, FleetChosen) and event.seat != viewer and not shown:
            trains, ships = rng.choice(FLEETS)
            yield replace(event, trains=trains, ships=ships)
        else:
            yield event
