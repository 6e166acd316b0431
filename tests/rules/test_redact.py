"""What a seat may read of an event before the end."""

import pytest

from rules import Event, redact
from rules.declare import HIDDEN
from rules.events import (
    EVENTS,
    CardDrawn,
    CardsDealt,
    CardTaken,
    MarketFilled,
    PileShuffled,
    RouteClaimed,
    StartingTicketsKept,
    TicketsChosen,
    TicketsDealt,
    TicketsDrawn,
    TicketsKept,
)
from rules.variants.world.fleet import FleetChosen, FleetRevealed
from tests.rules.position import cards

PRIVATE = {
    CardsDealt(1, "transport", 2, ("red", "wild")): ("cards",),
    CardDrawn(1, "transport", "red"): ("card",),
    TicketsDealt(1, 2, 1, ("t01", "t02")): ("tickets",),
    TicketsChosen(1, ("t01",)): ("tickets",),
    StartingTicketsKept(1, 1, ("t01",), ("t02",)): ("tickets", "returned"),
    TicketsDrawn(1, 2, 1, ("t01", "t02")): ("tickets",),
    TicketsKept(1, 1, ("t01",), ("t02",)): ("tickets", "returned"),
    FleetChosen(1, 20, 40): ("trains", "ships"),
}
SHUFFLE = PileShuffled("transport", 2, 3, cards("rb*"))


def hidden_in(event: Event) -> tuple[str, ...]:
    return tuple(name for name in EVENTS.shapes[type(event)].fields if getattr(event, name) is HIDDEN)


@pytest.mark.rule("TICK-4", "SET-4", "SET-5")
@pytest.mark.parametrize("event", PRIVATE, ids=lambda event: type(event).__name__)
def test_what_concerns_one_seat_is_read_by_that_seat_alone(event):
    assert redact(event, 1) == event
    for reader in (0, 2, None):
        assert hidden_in(redact(event, reader)) == PRIVATE[event]


def test_the_order_of_a_pile_is_read_by_nobody():
    for reader in (0, 1, None):
        redacted = redact(SHUFFLE, reader)
        assert hidden_in(redacted) == ("order",)
        assert (redacted.pile, redacted.nth, redacted.count) == ("transport", 2, 3)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "event",
    [
        CardTaken(1, "red", 0, 1),
        MarketFilled((0,), ("red",)),
        RouteClaimed(1, "A-B", ("red",), {"tram": 1}, 1),
        FleetRevealed(1, {"train": 20, "ship": 40, "harbour": 3}),
    ],
)
def test_what_happens_in_the_open_is_read_by_all(event):
    for reader in (0, 1, None):
        assert redact(event, reader) is event


def test_these_are_all_the_events_with_secrets():
    """A new secret, or a secret given up, is a decision to be made here too."""
    secretive = {cls for cls, shape in EVENTS.shapes.items() if shape.hidden}

    assert secretive == {type(event) for event in (*PRIVATE, SHUFFLE)}


def test_the_event_itself_stays_as_it_was():
    event = CardDrawn(1, "transport", "red")

    redact(event, 0)

    assert event.card == "red"


@pytest.mark.rule("SET-5")
def test_a_choice_told_to_the_table_names_only_the_seat():
    chosen = redact(FleetChosen(1, 20, 40), 0)

    assert chosen == FleetChosen(1, HIDDEN, HIDDEN)  # type: ignore[arg-type]
