"""The bots one can play against: GET /bots."""

from bots.registry import BOTS, STAND_IN
from tests.support.callers import wrong_fields


def test_every_bot_is_listed_labelled_and_described_in_a_sentence(api):
    listed = api.get("/api/v1/bots").json()

    assert [bot["name"] for bot in listed["items"]] == list(BOTS)
    assert all(bot["is_bot"] and bot["description"].endswith(".") for bot in listed["items"])
    assert listed["next"] is None


def test_it_tells_which_bot_stands_in_for_people(api):
    listed = api.get("/api/v1/bots").json()["items"]

    assert [bot["name"] for bot in listed if bot["stand_in"]] == [STAND_IN]


def test_it_knows_no_parameters(api):
    assert wrong_fields(api.get("/api/v1/bots?limit=1")) == {"limit": "unknown"}
