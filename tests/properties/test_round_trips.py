"""Every action and event, whole or redacted, comes back the same from JSON, from notation and from repr."""

import copy
import json
import pickle
from typing import Any

import pytest

from rules import Action, Event, plain_action, plain_event, read_action, read_event, redact
from rules.actions import ACTIONS
from rules.codec import split
from rules.events import EVENTS
from rules.notation import parse_action, parse_event, write_action, write_event
from rules.records import HIDDEN
from tests.properties.play import TABLES, random_game

NAMES = {cls.__name__: cls for cls in (*ACTIONS.shapes, *EVENTS.shapes)} | {"HIDDEN": HIDDEN}


def offered_actions(name: str, seats: int) -> list[Action]:
    game = random_game(name, seats, 0)
    return [
        action
        for state in game.states[::11]
        for seat in state.to_act
        for action in list(game.rules.legal_actions(state, seat))[:40]
    ]


def whole_and_redacted(name: str, seats: int) -> list[Event]:
    events = random_game(name, seats, 0).events
    return [each for event in events for each in (event, redact(event, None), redact(event, 0))]


def pasted(record: Any) -> Any:
    return eval(repr(record), dict(NAMES))  # noqa: S307 (its own repr)


def through_json(plain: Any) -> Any:
    return json.loads(json.dumps(plain))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_action_comes_back_from_json_notation_and_repr(name, seats):
    for action in offered_actions(name, seats):
        assert read_action(through_json(plain_action(action))) == action
        assert parse_action(write_action(action)) == action
        assert pasted(action) == action


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_event_comes_back_from_json_notation_and_repr(name, seats):
    for event in whole_and_redacted(name, seats):
        assert read_event(through_json(plain_event(event))) == event
        assert parse_event(write_event(event)) == event
        assert pasted(event) == event


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_plain_dicts_are_what_json_gives_back(name, seats):
    for event in whole_and_redacted(name, seats):
        plain = plain_event(event)
        assert through_json(plain) == plain
        public, hidden = split(event, EVENTS.shapes[type(event)])
        assert {"type": plain["type"], "v": plain["v"], **public, **hidden} == plain


def test_a_line_of_notation_is_one_line():
    for table in TABLES:
        for event in whole_and_redacted(*table):
            assert len(write_event(event).splitlines()) == 1


def test_records_and_states_survive_pickling_and_copying():
    game = random_game("world@1", 2, 0)
    for thing in (*game.events, *game.states[::50]):
        assert pickle.loads(pickle.dumps(thing)) == thing  # noqa: S301 (just written)
        assert copy.deepcopy(thing) == thing
    assert pickle.loads(pickle.dumps(HIDDEN)) is HIDDEN  # noqa: S301
