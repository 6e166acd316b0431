"""Whole games over the API, action by action."""

import random
from uuid import UUID

import pytest

from games.moves.settlement import game_settle
from rules import catalogue
from tests.support.callers import opened

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", [rules.name for rules in catalogue()])
def test_two_people_play_a_game_from_first_to_last_action(ada, bob, name):
    path = opened(ada, bob, ruleset=name)
    whim, callers = random.Random(3), [ada, bob]

    table = ada.done(f"{path}/start", {"client_seed": "ada5eed0"})
    while table["status"] == "playing":
        seat = whim.choice(table["to_act"])
        offered = callers[seat].seen(f"{path}/actions")["items"]
        table = callers[seat].done(f"{path}/actions", whim.choice(offered))
    assert table["status"] == "scoring"
    game_settle(UUID(table["events"][0]["game"]))

    over = bob.seen(path)
    assert over["status"] == "finished"
    assert over["view"]["winners"]
    assert all(seat["hand"] is not None for seat in over["view"]["seats"])
    assert [event["seq"] for event in log_of(ada, path)] == list(range(1, over["version"] + 1))


def log_of(caller, path):
    """Page by page, as a client would read it."""
    cursor: str | None = "0"
    while cursor is not None:
        page = caller.seen(f"{path}/events?limit=500&cursor={cursor}")
        yield from page["items"]
        cursor = page["next"]
