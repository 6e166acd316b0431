"""Whatever a viewer cannot know makes no difference to anything the viewer is shown."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    Action,
    Event,
    Refusal,
    Ruleset,
    State,
    plain_action,
    plain_event,
    plain_view,
    redact,
    view_for,
)
from rules.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, TakeCard
from rules.events import MarketFilled, StartingTicketsKept
from rules.variants.world.exchange import ExchangePieces
from rules.variants.world.fleet import ChooseFleet, FleetRevealed
from rules.variants.world.harbours import BuildHarbour
from tests.properties.invariants import canonical, check_cards, check_tickets
from tests.properties.play import TABLES, Game, random_game, steady
from tests.properties.resample import resampled

# A sweep turns up a whole new market, and another one: so many cards are about to be public.
ABOUT_TO_BE_SEEN = 12


def viewers(state: State) -> list[int | None]:
    return [None, *range(state.seats)]


@st.composite
def two_worlds(
    draw: st.DrawFn, *, known_tops: int = 0
) -> tuple[Game, State, State, int | None, random.Random]:
    """A position before the end, the set-up as often as all the rest, and its double for one viewer."""
    game = random_game(*draw(st.sampled_from(TABLES)), draw(st.integers(0, 1)))
    setup = [state for state in game.states if state.phase == "setup"]
    state = draw(st.sampled_from(game.states) if draw(st.booleans()) else st.sampled_from(setup))
    viewer = draw(st.sampled_from(viewers(state)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    return game, state, resampled(state, viewer, rng, known_tops=known_tops), viewer, rng


def shown(game: Ruleset, state: State, viewer: int | None) -> str:
    """All that the engine tells a viewer of a state, but for refusals."""
    view = plain_view(view_for(state, viewer))
    if viewer is None:
        return canonical(view)
    legal = game.legal_actions(state, viewer)
    offered = [plain_action(action) for action in legal]
    return canonical([view, offered, legal.count(), bool(legal), repr(legal)])


@settings(steady, max_examples=300)
@given(two_worlds())
def test_a_view_and_the_actions_offered_depend_on_nothing_hidden(worlds):
    game, state, double, viewer, _ = worlds

    check_cards(game.rules, double)
    check_tickets(game.rules, double)
    assert shown(game.rules, state, viewer) == shown(game.rules, double, viewer)


def questions(game: Ruleset, seat: int, rng: random.Random) -> list[Action]:
    """Some of each kind, most of them out of place."""
    board = game.board
    cards, tickets = [*board.cards, "blank"], [*board.tickets, "t99"]

    def some(items: list[str], most: int) -> tuple[str, ...]:
        return tuple(rng.choices(items, k=rng.randint(0, most)))

    def paid() -> tuple[str, ...]:
        return (rng.choice(cards),) * rng.randint(1, 4)

    return [
        Pass(seat),
        DrawTickets(seat),
        *(DrawCard(seat, pile) for pile in (*board.piles, "tickets")),
        *(TakeCard(seat, rng.choice(cards), rng.choice([None, *board.piles])) for _ in range(4)),
        *(ClaimRoute(seat, rng.choice([*board.routes, "a--b--1"]), paid()) for _ in range(12)),
        *(KeepTickets(seat, some(tickets, 3)) for _ in range(4)),
        *(ExchangePieces(seat, rng.choice(["train", "ship"]), rng.randint(-1, 30)) for _ in range(2)),
        *(ChooseFleet(seat, trains, 60 - trains) for trains in (5, 20)),
        *(BuildHarbour(seat, rng.choice([*board.places]), some(cards, 4)) for _ in range(3)),
    ]


def answer(game: Ruleset, state: State, action: Action) -> Any:
    try:
        game.check(state, action)
    except Refusal as refusal:
        return [refusal.code, refusal.rule, str(refusal), refusal.data]
    return "accepted"


@settings(steady, max_examples=300)
@given(two_worlds())
def test_a_refusal_depends_on_nothing_hidden(worlds):
    game, state, double, viewer, rng = worlds
    asking = [seat for seat in range(state.seats) if seat == viewer or seat not in state.to_act]

    for seat in asking:
        for action in questions(game.rules, seat, rng):
            told = canonical(answer(game.rules, state, action))
            assert told == canonical(answer(game.rules, double, action)), action


def counterpart(action: Action, state: State, double: State) -> Action:
    """What the seat would ask in the other world: tickets on offer go by their place in the offer."""
    if not isinstance(action, KeepTickets):
        return action
    here, there = state.offers[action.seat], double.offers[action.seat]
    return KeepTickets(action.seat, tuple(there[here.index(ticket)] for ticket in action.tickets))


def read_by(viewer: int | None, events: tuple[Event, ...]) -> str:
    """What the viewer reads, up to where a secret choice, or a card that is not known, is laid open."""
    closed, turned_up = [], 0
    for event in events:
        if isinstance(event, MarketFilled):
            turned_up += len(event.cards)
        if isinstance(event, (StartingTicketsKept, FleetRevealed)) or turned_up > ABOUT_TO_BE_SEEN:
            break
        closed.append(plain_event(redact(event, viewer)))
    return canonical(closed)


@settings(steady, max_examples=300)
@given(two_worlds(known_tops=ABOUT_TO_BE_SEEN))
def test_what_is_read_of_the_next_events_depends_on_nothing_hidden(worlds):
    game, state, double, viewer, rng = worlds

    for seat in state.to_act:
        for action in rng.choices(list(game.rules.legal_actions(state, seat)), k=6):
            there = counterpart(action, state, double)
            if there in game.rules.legal_actions(double, seat):
                here_events = game.rules.decide(state, action, game.chance)
                there_events = game.rules.decide(double, there, game.chance)
                assert read_by(viewer, here_events) == read_by(viewer, there_events), action


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_double_of_a_position_is_another_position(name, seats):
    """Or the tests above would show nothing."""
    game, rng = random_game(name, seats, 0), random.Random(0)
    early = game.states[len(game.states) // 6]
    waiting = next(state for state in game.states if any(choice is not None for choice in state.choices))

    doubles = [resampled(early, 0, rng) for _ in range(5)]
    assert all(double.hands[0] == early.hands[0] for double in doubles)
    assert len({repr(double.hands[1:]) for double in doubles}) > 1
    assert len({repr(double.tickets[1:]) for double in doubles}) > 1
    assert len({double.piles["tickets"] for double in doubles}) > 1
    choices = [resampled(waiting, None, rng).choices for _ in range(20)]
    assert len({tuple(len(choice or ()) for choice in row) for row in choices}) > 1


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_secret_field_of_an_event_is_read_by_its_seat_alone_or_by_nobody(name, seats):
    game = random_game(name, seats, 0)
    for event in game.events:
        for viewer in viewers(game.states[0]):
            check_redacted(event, viewer)


def check_redacted(event: Event, viewer: int | None) -> None:
    """From the names alone: what was drawn, chosen, kept or returned is for its seat; an order for none."""
    told, whole = plain_event(redact(event, viewer)), plain_event(event)
    kind = whole["type"]
    own = viewer is not None and whole.get("seat") == viewer
    hidden = {
        "cards_dealt": {"cards"},
        "card_drawn": {"card"},
        "tickets_dealt": {"tickets"},
        "tickets_chosen": {"tickets"},
        "starting_tickets_kept": {"tickets", "returned"},
        "tickets_drawn": {"tickets"},
        "tickets_kept": {"tickets", "returned"},
        "fleet_chosen": {"trains", "ships"},
    }.get(kind, set())
    absent = {"order"} if kind == "pile_shuffled" else set() if own else hidden
    assert told == {name: value for name, value in whole.items() if name not in absent}


def test_after_the_end_everything_is_open():
    game = random_game("world@1", 3, 0)
    state = game.steps[-1].after
    for event in game.end:
        event.fold(state := state.copy())

    for viewer in viewers(state):
        view = view_for(state, viewer)
        assert [seat.hand is not None for seat in view.seats] == [True] * 3
        assert [seat.tickets for seat in view.seats] == list(state.tickets)
        assert all(seat.sheet for seat in view.seats)
