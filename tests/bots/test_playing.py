"""Every bot plays every game to its end, and only ever does what it is offered."""

import pytest

from bots.base import Bot
from bots.play import NotOffered, decide
from bots.registry import BOTS, DESCRIPTIONS, STAND_IN, UnknownBot, make
from rules import KeyedChance, view_for
from rules.actions import Pass
from tests.bots.tables import GAMES, last_state, opened

QUICK = {"search": "search:nodes=1"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", BOTS)
def test_every_bot_plays_every_game_to_its_end(name, game):
    bots = [make(QUICK.get(name, name)), make("greedy")]

    assert last_state(bots, game).phase == "scoring"


@pytest.mark.parametrize("game", GAMES)
def test_a_full_table_of_planners_plays_to_the_end(game):
    seats = opened(game)[0].seats[-1]

    assert last_state([make("planner") for _ in range(seats)], game).phase == "scoring"


@pytest.mark.parametrize("name", BOTS)
def test_the_same_chance_leads_to_the_same_decision(name):
    rules, state, _ = opened("london")
    view, options = view_for(state, 0), tuple(rules.legal_actions(state, 0))

    first, second = (
        decide(make(QUICK.get(name, name)), view, options, KeyedChance.from_seed("whim")) for _ in range(2)
    )

    assert first == second


def test_an_action_that_was_not_offered_is_not_accepted():
    class Stubborn:
        def choose(self, view, options, chance):
            return Pass(0)

    rules, state, _ = opened("london")
    bot: Bot = Stubborn()

    with pytest.raises(NotOffered, match="Stubborn was not offered"):
        decide(bot, view_for(state, 0), rules.legal_actions(state, 0), KeyedChance.from_seed(1))


def test_every_bot_is_described_in_a_sentence():
    assert DESCRIPTIONS.keys() == BOTS.keys()
    assert all(text.endswith(".") and "\n" not in text for text in DESCRIPTIONS.values())


def test_the_stand_in_is_one_of_the_bots_and_needs_no_settings():
    assert BOTS[STAND_IN]()


@pytest.mark.parametrize("spec", ["nobody", "planner:seconds=1", "search:seconds=soon", "search:speed=1"])
def test_a_bot_that_does_not_exist_is_named_in_one_sentence(spec):
    with pytest.raises(UnknownBot, match=r"^[^.]+\.$"):
        make(spec)
