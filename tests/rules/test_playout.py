"""A game played on in place."""

import random
from dataclasses import replace

import pytest

from rules import KeyedChance, Playout, State, catalogue, replay, ruleset

GAMES = list(dict.fromkeys(game.id for game in catalogue()))


def begun(game: str) -> tuple[State, KeyedChance]:
    chance = KeyedChance.from_seed(game)
    return replay(ruleset(game).start(seats=3, chance=chance)), chance


@pytest.mark.parametrize("game", GAMES)
def test_it_goes_the_way_that_single_steps_go(game):
    rules, (state, chance), whim = ruleset(game), begun(game), random.Random(1)
    playout = Playout(rules, state, chance)

    while (seat := playout.acting()) is not None:
        assert seat == state.to_act[0]
        assert playout.offered(seat) == list(rules.legal_actions(state, seat))
        action = whim.choice(playout.offered(seat))
        events, state = rules.step(state, action, chance)
        assert playout.follow(action) == events
        assert playout.state == state

    assert not state.to_act


@pytest.mark.parametrize("game", GAMES)
def test_the_state_it_was_made_from_stays_as_it_was(game):
    state, chance = begun(game)
    before, playout, whim = repr(state), Playout(ruleset(game), state, chance), random.Random(2)

    while (seat := playout.acting()) is not None:
        playout.follow(whim.choice(playout.offered(seat)))

    assert repr(state) == before


@pytest.mark.parametrize("game", ["amsterdam", "berlin", "london"])
def test_an_upkeep_may_wake_one_that_stands_before_it(game):
    rules = ruleset(game)
    backwards = replace(rules, upkeep=rules.upkeep[::-1])
    _, playout = backwards.begin(seats=2, chance=KeyedChance.from_seed(1))
    whim = random.Random(3)

    while (seat := playout.acting()) is not None:
        playout.follow(whim.choice(playout.offered(seat)))

    assert playout.state.phase == "scoring"


def test_a_game_that_was_just_begun_can_be_played_on():
    events, playout = ruleset("london").begin(seats=2, chance=KeyedChance.from_seed(3))

    assert playout.state == replay(events)
    assert playout.state.to_act == (0, 1)
    assert playout.acting() == 0
