"""Every action and event, whole or redacted, comes back the same from JSON, from notation and from repr."""

import copy
import json
import pickle
from itertools import accumulate
from typing import Any

import pytest

from rules import (
    Action,
    Event,
    State,
    View,
    apply,
    plain_action,
    plain_event,
    plain_view,
    read_action,
    read_event,
    read_view,
    redact,
    view_for,
)
from rules.actions import ACTIONS
from rules.codec import split
from rules.declare import HIDDEN
from rules.events import EVENTS
from rules.notation import parse_action, write_action
from rules.views import UnreadableView
from tests.properties.play import TABLES, final_state, random_game

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


def views(name: str, seats: int) -> list[View]:
    """Of every seat and of a spectator, from the deal to the end."""
    game = random_game(name, seats, 0)
    moments = [*game.states[:4], *game.states[4::11], final_state(game)]
    return [view_for(state, viewer) for state in moments for viewer in (*range(seats), None)]


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
def test_every_event_comes_back_from_json_and_repr(name, seats):
    for event in whole_and_redacted(name, seats):
        assert read_event(through_json(plain_event(event))) == event
        assert pasted(event) == event


def turned_round(plain: Any) -> Any:
    """The same JSON with the keys of every object in another order, as a database may keep them."""
    if isinstance(plain, dict):
        return {key: turned_round(plain[key]) for key in reversed(plain)}
    return [turned_round(item) for item in plain] if isinstance(plain, list) else plain


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_in_whatever_order_keys_are_kept_the_same_actions_are_offered_in_the_same_order(name, seats):
    game, folded = random_game(name, seats, 0), State()
    kept = [read_event(turned_round(plain_event(event))) for event in game.events]
    for event, whole in zip(kept, accumulate(game.events, apply, initial=State()), strict=False):
        for seat in whole.to_act:
            assert list(game.rules.legal_actions(folded, seat)) == list(game.rules.legal_actions(whole, seat))
        folded = apply(folded, event)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_view_comes_back_from_json(name, seats):
    for view in views(name, seats):
        assert read_view(through_json(plain_view(view))) == view


def test_a_view_is_read_whatever_else_there_is_and_not_without_what_it_needs():
    (view, *_) = views("london@1", 2)
    plain = through_json(plain_view(view))

    assert read_view({**plain, "weather": "rain"}) == view
    with pytest.raises(UnreadableView, match="View lacks market, seats"):
        read_view({name: value for name, value in plain.items() if name not in ("market", "seats")})
    with pytest.raises(UnreadableView, match="SeatView lacks score"):
        read_view({**plain, "seats": [{**plain["seats"][0], "score": None}]})


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_plain_dicts_are_what_json_gives_back(name, seats):
    for event in whole_and_redacted(name, seats):
        plain = plain_event(event)
        assert through_json(plain) == plain
        public, hidden = split(event, EVENTS.shapes[type(event)])
        assert {"type": plain["type"], "v": plain["v"], **public, **hidden} == plain


def test_a_line_of_notation_is_one_line():
    for table in TABLES:
        for action in offered_actions(*table):
            assert len(write_action(action).splitlines()) == 1


def test_records_and_states_survive_pickling_and_copying():
    game = random_game("world@1", 2, 0)
    for thing in (*game.events, *game.states[::50]):
        assert pickle.loads(pickle.dumps(thing)) == thing  # noqa: S301 (just written)
        assert copy.deepcopy(thing) == thing
    assert pickle.loads(pickle.dumps(HIDDEN)) is HIDDEN  # noqa: S301
