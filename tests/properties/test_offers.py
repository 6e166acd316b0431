"""The actions offered against those found by trying every handful of cards there is."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Ruleset, State, ruleset
from rules.actions import ClaimRoute
from rules.cards import WILD, listed
from rules.state import put
from rules.variants.world.harbours import BuildHarbour
from tests.properties.play import random_game, steady

CITIES = ("berlin@1", "london@1", "amsterdam@1")
Paid = tuple[str, tuple[str, ...]]  # what is paid for, and the cards sorted


@st.composite
def turns(draw: st.DrawFn, *names: str, cards: int) -> tuple[Ruleset, State]:
    """The beginning of somebody's turn, with a small hand of few colors put into the seat's hand."""
    name = draw(st.sampled_from(names))
    seats = draw(st.sampled_from(ruleset(name).seats))
    game = random_game(name, seats, draw(st.integers(0, 1)))
    state = draw(st.sampled_from([s for s in game.states if s.to_act and s.moment(s.turn) == "turn"]))
    new, rng = state.copy(), random.Random(draw(st.integers(0, 2**32)))
    few = [WILD, *rng.sample(sorted(game.rules.board.cards), 4)]
    hand = Counter(rng.choices(few, k=rng.randint(1, cards)))
    new.hands = put(new.hands, new.turn, dict(hand))
    return game.rules, new


def handfuls(state: State, most: int) -> set[tuple[str, ...]]:
    cards = listed(state.hands[state.turn])
    return {some for size in range(most + 1) for some in combinations(cards, size)}


def acceptable(game: Ruleset, state: State, routes: list[str], most: int) -> set[Paid]:
    """Every claim that is accepted, found by asking for every one."""
    legal = game.legal_actions(state, state.turn)
    return {
        (route, cards)
        for route in routes
        for cards in handfuls(state, most)
        if ClaimRoute(state.turn, route, cards) in legal
    }


def offered(game: Ruleset, state: State, routes: list[str]) -> list[Paid]:
    claims = game.legal_actions(state, state.turn).of(ClaimRoute)
    return [(claim.route, tuple(sorted(claim.cards))) for claim in claims if claim.route in routes]


def unmarked(paid: Paid) -> Paid:
    """Cards that differ only in the harbour mark pay alike; of those the plainest are offered."""
    route, cards = paid
    return route, tuple(sorted(card.removesuffix("-harbour") for card in cards))


@settings(steady, max_examples=60)
@given(turns(*CITIES, cards=8))
def test_in_the_cities_every_acceptable_payment_is_offered_once(turn):
    game, state = turn
    routes = [*game.board.routes]

    found = offered(game, state, routes)

    assert len(found) == len(set(found))
    assert set(found) == acceptable(game, state, routes, most=4)


@settings(steady, max_examples=12)
@given(turns("world@1", cards=7))
def test_in_the_world_every_way_to_pay_is_offered_but_for_harbour_marks(turn):
    game, state = turn
    routes = [r.id for r in game.board.routes.values() if r.length <= 4 and not r.pair_spaces]

    found = offered(game, state, routes)

    assert len(found) == len(set(found))
    assert set(map(unmarked, found)) == set(map(unmarked, acceptable(game, state, routes, most=4)))


@settings(steady, max_examples=60)
@given(turns("world@1", cards=9))
def test_a_pair_route_that_can_be_paid_in_any_way_is_offered(turn):
    game, state = turn
    routes = [route.id for route in game.board.routes.values() if route.pair_spaces]

    found = offered(game, state, routes)

    assert routes
    assert len(found) == len(set(found))
    accepted = acceptable(game, state, routes, most=6)
    assert set(found) <= accepted
    assert {route for route, _ in found} == {route for route, _ in accepted}


@settings(steady, max_examples=60)
@given(turns("world@1", cards=4), st.integers(0, 2**32))
def test_a_harbour_that_can_be_paid_in_any_way_is_offered(turn, seed):
    game, state = turn
    rng, seat = random.Random(seed), state.turn
    color = rng.choice(game.board.colors)
    marked = [card.id for card in game.board.cards.values() if card.harbour and card.color == color]
    more = Counter(rng.choices([*marked, WILD], k=5))
    state.hands = put(state.hands, seat, dict(Counter(state.hands[seat]) + more))
    free = [route for route in game.board.routes if route not in state.claims]
    state.claims = {**state.claims, **dict.fromkeys(rng.sample(free, min(3, len(free))), seat)}
    legal = game.legal_actions(state, seat)

    found = [(built.place, tuple(sorted(built.cards))) for built in legal.of(BuildHarbour)]
    accepted = {
        (place, cards)
        for place in game.board.places
        for cards in handfuls(state, 4)
        if len(cards) == 4 and BuildHarbour(seat, place, cards) in legal
    }

    assert len(found) == len(set(found))
    assert set(found) <= accepted
    assert {place for place, _ in found} == {place for place, _ in accepted}


@pytest.mark.parametrize("name", [*CITIES, "world@1"])
def test_the_order_of_the_cards_in_a_payment_does_not_matter(name):
    game = random_game(name, 3, 0)
    claims = [step for step in game.steps if isinstance(step.action, ClaimRoute)]

    assert claims
    for before, claim, _, _ in claims:
        assert isinstance(claim, ClaimRoute)
        backwards = ClaimRoute(claim.seat, claim.route, claim.cards[::-1])
        assert backwards in game.rules.legal_actions(before, claim.seat)
