"""Every action that is offered has one number, and the numbers of a released game never change."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from bots.gym.action_numbers import ActionNumbers, NoNumbers, action_numbers
from rules import catalogue
from rules.actions import ACTIONS
from rules.legal import LegalActions
from tests.properties.play import positions, steady

DIGESTS = Path(__file__).parent / "digests.json"


def digest(numbers: ActionNumbers) -> str:
    return hashlib.sha256(json.dumps(numbers.keys).encode()).hexdigest()


@steady
@given(positions())
def test_numbers_and_actions_lead_to_each_other(found):
    game, state = found
    numbers = action_numbers(game.rules.name)
    for seat in state.to_act:
        offered, offer = list(LegalActions(game.rules, state, seat)), state.offers[seat]
        numbered = numbers.numbered(offered, offer)
        assert list(numbered.values()) == offered
        assert all(numbers.number(action, offer) == number for number, action in numbered.items())
        assert all(numbers.keys[number] == numbers.key(action, offer) for number, action in numbered.items())
        assert all(0 <= number < len(numbers) for number in numbered)


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.name)
def test_no_two_numbers_mean_the_same_and_every_run_finds_the_same(game):
    numbers = ActionNumbers(game)

    assert len(set(numbers.keys)) == len(numbers)
    assert numbers.keys == ActionNumbers(game).keys


@pytest.mark.parametrize(
    "game", [game for game in catalogue() if not game.is_draft], ids=lambda game: game.name
)
def test_the_numbers_of_a_released_game_are_what_they_were(game):
    kept = json.loads(DIGESTS.read_text())

    assert digest(action_numbers(game.name)) == kept[game.name], (
        "run python -m tests.bots.gym.test_action_numbers once"
    )


def test_every_action_there_is_can_be_numbered():
    names = {key[0] for game in catalogue() for key in action_numbers(game.name).keys}

    assert len(names) == len(ACTIONS.shapes)


def test_a_game_with_an_action_of_its_own_is_refused_by_name():
    class Sing:
        action = type("Sing", (), {})

    game = catalogue()[0]
    with pytest.raises(NoNumbers, match="Sing has no numbers"):
        ActionNumbers(replace(game, plays=(Sing(),)))  # type: ignore[arg-type]


if __name__ == "__main__":
    found = {game.name: digest(action_numbers(game.name)) for game in catalogue() if not game.is_draft}
    DIGESTS.write_text(json.dumps(found, indent=2) + "\n")
