"""GET /games: public tables, in pages, with filters."""

import pytest

from tests.support.callers import Caller, chosen, opened, wrong_fields

pytestmark = pytest.mark.django_db


def listed(caller, query="") -> list[str]:
    return [f"/games/{game['id']}" for game in caller.seen(f"/games{query}")["items"]]


def test_tables_are_listed_newest_first_with_version_hash_and_seats(ada, bob):
    first, second = opened(ada), opened(ada, bob)

    games = ada.seen("/games")["items"]
    assert [f"/games/{game['id']}" for game in games] == [second, first]
    assert [seat.get("player") for seat in games[0]["seats"]] == ["ada", "bob"]
    assert [seat["taken"] for seat in games[1]["seats"]] == [True, False]
    table = ada.seen(second)
    assert (games[0]["version"], games[0]["hash"]) == (table["version"], table["hash"])


def test_nobody_needs_a_token_to_look(api, ada):
    path = opened(ada)

    games = api.get("/api/v1/games").json()["items"]
    assert [f"/games/{game['id']}" for game in games] == [path]


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_a_table_that_is_not_public_is_never_listed(ada, bob, visibility):
    opened(ada, bob, visibility=visibility)

    for query in ("", "?player=ada", "?player=bob", "?status=open", "?open_seats=true", "?ruleset=london"):
        assert listed(ada, query) == listed(bob, query) == []


def test_the_filters_can_be_combined(ada, bob, cleo):
    playing = chosen(ada, bob)
    joinable = opened(ada, ruleset="berlin")
    full = opened(cleo, bob, ruleset="berlin")

    assert listed(ada, "?status=playing") == [playing]
    assert listed(ada, "?status=open") == [full, joinable]
    assert listed(ada, "?open_seats=true") == [joinable]
    assert listed(ada, "?ruleset=berlin") == listed(ada, "?ruleset=berlin@1") == [full, joinable]
    assert listed(ada, "?ruleset=ber") == []
    assert listed(ada, "?player=BOB") == [full, playing]
    assert listed(ada, "?player=bob&status=open") == [full]
    assert listed(ada, "?player=nobody") == []


def test_pages_follow_each_other_without_gap_or_repetition_while_the_list_grows(ada):
    paths = [opened(ada) for _ in range(5)][::-1]

    page = ada.seen("/games?limit=2&status=open")
    found = [f"/games/{game['id']}" for game in page["items"]]
    opened(ada)
    while page["next"]:
        page = ada.seen(f"/games?limit=2&status=open&cursor={page['next']}")
        found += [f"/games/{game['id']}" for game in page["items"]]
    assert found == paths


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("?limit=0", {"limit": "min_value"}),
        ("?limit=101", {"limit": "max_value"}),
        ("?limit=many", {"limit": "invalid"}),
        ("?status=asleep", {"status": "invalid_choice"}),
        ("?open_seats=perhaps", {"open_seats": "invalid"}),
        ("?cursor=abc", {"cursor": "cursor"}),
        ("?colour=red", {"colour": "unknown"}),
        ("?status=open&status=closed", {"status": "twice"}),
    ],
)
def test_a_wrong_parameter_is_named(ada, query, fields):
    assert wrong_fields(ada.get(f"/games{query}")) == fields


def test_bots_are_labelled(api, ada):
    robot = Caller(api, "robot")
    robot.player.is_bot = True
    robot.player.save()
    opened(ada, robot, seats=3, bots=["random"])

    seats = ada.seen("/games")["items"][0]["seats"]
    assert [seat["is_bot"] for seat in seats] == [False, True, True]
    assert (seats[1]["bot"], seats[2]["player"]) == ("random", "robot")
