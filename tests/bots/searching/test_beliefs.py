"""Guessed states fit the view they were guessed from."""

import random

import pytest

from bots.planning.observation import seen_in_state, seen_in_view
from bots.registry import make
from bots.searching.beliefs import Beliefs
from rules import view_for
from tests.bots.tables import GAMES, moves, opened


def every_seventh(played):
    """A prime, so that all seats and both cards of a turn come up; the set-up always does."""
    return (move for number, move in enumerate(played) if number < 7 or number % 7 == 0)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_guessed_state_looks_to_its_seat_like_the_real_one(game, seats):
    rules = opened(game)[0]
    whim = random.Random(1)
    for state, _ in every_seventh(moves([make("random")] * seats, game)):
        for seat in range(seats):
            view = view_for(state, seat)
            guess = Beliefs(view).sample(whim)

            assert view_for(guess, seat) == view
            assert set(rules.legal_actions(guess, seat)) == set(rules.legal_actions(state, seat))


@pytest.mark.parametrize("game", GAMES)
def test_guesses_differ_in_what_is_hidden(game):
    view = view_for(opened(game)[1], 0)
    beliefs, whim = Beliefs(view), random.Random(1)

    guesses = [beliefs.sample(whim) for _ in range(10)]

    assert len({guess.offers[1] for guess in guesses}) > 1
    assert len({tuple(sorted(guess.hands[1].items())) for guess in guesses}) > 1


@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_guessed_twice(game):
    rules = opened(game)[0]
    whole = {face: count for faces in rules.board.piles.values() for face, count in faces.items()}
    state = list(moves([make("greedy")] * 2, game))[-1][0]

    guess = Beliefs(view_for(state, 0)).sample(random.Random(1))

    cards = [card for pile in whole_piles(guess) for card in pile]
    cards += [card for card in guess.market if card]
    cards += [card for hand in guess.hands for card, count in hand.items() for _ in range(count)]
    assert {face: cards.count(face) for face in whole} == whole


def whole_piles(state):
    return [*(state.piles[pile] for pile in state.discards), *state.discards.values()]


@pytest.mark.parametrize("game", GAMES)
def test_planning_sees_the_same_in_a_view_and_in_a_guessed_state(game):
    for state, _ in every_seventh(moves([make("random")] * 2, game)):
        for seat in range(2):
            assert seen_in_state(state, seat) == seen_in_view(view_for(state, seat))


def test_a_spectator_has_nothing_to_guess():
    with pytest.raises(ValueError, match="spectator"):
        Beliefs(view_for(opened("london")[1], None))
