"""Playing over HTTP, from an empty table to the end of the log."""

from __future__ import annotations

import random

import pytest

from games.services.accounts import player_create
from games.services.ending import game_settle
from rules import catalogue

pytestmark = pytest.mark.django_db


class Caller:
    """A client with a token of its own."""

    def __init__(self, api, name):
        self.api, self.name = api, name
        _, _, self.token = player_create(name=name)

    def __call__(self, method, path, body=None, **headers):
        call = getattr(self.api, method)
        more = {"data": body, "content_type": "application/json"} if body is not None else {}
        headers["authorization"] = f"Bearer {self.token}"
        return call(f"/api/v1{path}", headers=headers, **more)


@pytest.fixture
def ada(api):
    return Caller(api, "ada")


@pytest.fixture
def bob(api):
    return Caller(api, "bob")


def open_table(host, **body):
    answer = host("post", "/games", {"ruleset": "london", "seats": 2, **body})
    assert answer.status_code == 201, answer.content
    return answer.json()["id"]


@pytest.mark.parametrize("name", [rules.name for rules in catalogue()])
def test_two_people_play_a_game_from_first_to_last_action(ada, bob, name):
    game = open_table(ada, ruleset=name, client_seed="ada-s")
    assert bob("post", f"/games/{game}/seats", {"client_seed": "bob-s"}).status_code == 201
    assert ada("post", f"/games/{game}/start").status_code == 200
    whim, callers = random.Random(3), [ada, bob]

    table = ada("get", f"/games/{game}").json()
    while table["status"] == "playing":
        seat = whim.choice(table["to_act"])
        offered = callers[seat]("get", f"/games/{game}/actions").json()["actions"]
        answer = callers[seat]("post", f"/games/{game}/actions", whim.choice(offered))
        assert answer.status_code == 201, answer.content
        table = answer.json()
    game_settle(game)

    over = bob("get", f"/games/{game}").json()
    assert over["status"] == "finished"
    assert over["view"]["winners"]
    assert all(seat["hand"] is not None for seat in over["view"]["seats"])
    events = ada("get", f"/games/{game}/events?limit=500").json()
    assert events["events"][0]["type"] == "game_created"
