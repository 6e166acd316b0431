"""The environment for reinforcement learning is one that PettingZoo accepts, and fair."""

import random

import pytest

pytest.importorskip("pettingzoo", reason="the extra rl is not installed")

import numpy as np
from pettingzoo.test import api_test, seed_test

from bots.gym.environment import Environment, env
from bots.gym.observation import BOUND, observer
from rules import view_for
from tests.properties.play import TABLES, random_game
from tests.properties.resample import resampled


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoo_accepts_it_for_every_game_and_number_of_players(name, seats, capsys):
    """Its warnings are errors here, as everywhere in these tests."""
    api_test(env(game=name, seats=seats), num_cycles=150)

    assert "Passed API test" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_games():
    seed_test(lambda: env(game="berlin"), num_cycles=100)


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_rewards_come_with_the_last_action_and_follow_the_score(reward):
    table = Environment("amsterdam", 3, reward=reward)
    table.reset(seed=2)
    given = play_out(table)

    sheet = table.rules.score(table.playout.state)
    totals = [sheet.total(seat) for seat in range(3)]
    assert not any(given)
    if reward == "win":
        assert list(table.rewards.values()) == [1 if seat in sheet.winners else -1 for seat in range(3)]
    else:
        best = max(range(3), key=totals.__getitem__)
        runner_up = max(total for seat, total in enumerate(totals) if seat != best)
        assert table.rewards[f"seat_{best}"] == pytest.approx((totals[best] - runner_up) / 100)


def play_out(table: Environment) -> list[float]:
    """To the end; the rewards given on the way."""
    whim = np.random.default_rng(1)
    given: list[float] = []
    while not table.terminations[table.agent_selection]:
        given += table.rewards.values()
        table.step(int(whim.choice(np.flatnonzero(table.infos[table.agent_selection]["action_mask"]))))
    return given


def test_an_action_that_is_not_offered_is_an_error_and_changes_nothing():
    table = Environment("london")
    table.reset(seed=1)
    before = repr(table.playout.state)

    for action in (len(table.numbers), -1, None, table.numbers.number_of[("pass",)]):
        with pytest.raises(ValueError, match="is not offered the action"):
            table.step(action)
    assert repr(table.playout.state) == before


def test_in_the_wrappers_an_illegal_action_loses():
    table = env(game="london")
    table.reset(seed=1)
    agent = table.agent_selection

    table.step(table.unwrapped.numbers.number_of[("pass",)])

    assert all(table.terminations.values())
    assert table.rewards[agent] == -1


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_a_seat_cannot_know_makes_no_difference_to_its_observation(name, seats):
    game, rng, looks = random_game(name, seats, seed=0), random.Random(5), observer(name, seats)
    for state in game.states[::5]:
        for seat in range(seats):
            row = looks.row(view_for(state, seat))
            double = looks.row(view_for(resampled(state, seat, rng), seat))
            assert np.array_equal(row, double)
            assert len(row) == len(looks)
            assert np.abs(row).max() < BOUND


def test_what_a_seat_does_know_makes_a_difference():
    game, looks = random_game("world@1", 3, seed=0), observer("world@1", 3)
    rows = [looks.row(view_for(state, 0)).tobytes() for state in game.states]

    assert len(set(rows)) > 0.9 * len(rows)
    assert (
        looks.row(view_for(game.states[0], 0)).tobytes() != looks.row(view_for(game.states[0], 1)).tobytes()
    )


def test_each_seat_sees_itself_first():
    game, looks = random_game("london@1", 3, seed=0), observer("london@1", 3)
    state = game.states[-1]
    width = (looks.parts["seats"].stop - looks.parts["seats"].start) // 3
    seen = [looks.row(view_for(state, seat))[looks.parts["seats"]].reshape(3, width) for seat in range(3)]

    assert np.array_equal(seen[1], np.roll(seen[0], -1, axis=0))
    assert np.array_equal(seen[2], np.roll(seen[0], -2, axis=0))


def test_it_is_drawn_as_a_spectator_sees_it():
    table = Environment("london", render_mode="svg")
    table.reset(seed=1)

    drawn = table.render()
    assert drawn is not None
    assert drawn.startswith("<svg")
    table.playout.state = resampled(table.playout.state, None, random.Random(1))
    assert table.render() == drawn
    assert Environment("london").render() is None


def test_what_cannot_be_played_is_refused_at_once():
    with pytest.raises(KeyError):
        Environment("atlantis")
    with pytest.raises(Exception, match="2 to 4 seats, not 7"):
        Environment("london", 7)
