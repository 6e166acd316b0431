"""Who is strongest: GET /leaderboards/{ruleset}."""

import pytest

from games.accounts.models import Player
from games.ratings.models import Rating, bot_id
from rules import catalogue
from tests.support.accounts import signed_up
from tests.support.callers import problem, wrong_fields

pytestmark = pytest.mark.django_db


def rated(
    name: str, rating: float, *, ruleset: str = "london", kind: str = "people", bot: str = ""
) -> Rating:
    player = None if bot else signed_up(name, is_bot=kind == "bots")[0]
    strength = {"mean": rating + 9, "deviation": 3.0, "rating": rating, "games": 4, "wins": 1}
    whose = {"rated": player.pk if player else bot_id(bot), "player": player, "bot": bot}
    return Rating.objects.create(ruleset=ruleset, kind=kind, **whose, **strength)


def test_the_strongest_comes_first_and_equals_share_a_rank(api):
    for name, rating in (("ada", 5.0), ("bob", 7.126), ("cleo", 5.0), ("dora", 1.0)):
        rated(name, rating)

    board = api.get("/api/v1/leaderboards/london").json()

    assert [(row["rank"], row["rating"]) for row in board["items"]] == [
        (1, 7.13),
        (2, 5.0),
        (2, 5.0),
        (4, 1.0),
    ]
    assert board["items"][0] == {
        "rank": 1,
        "player": "bob",
        "is_bot": False,
        "rating": 7.13,
        "mean": 16.13,
        "deviation": 3.0,
        "games": 4,
        "wins": 1,
        "left": 0,
        "links": {"player": "/api/v1/players/bob"},
    }
    assert board["next"] is None


def test_people_and_bots_have_a_board_each(api):
    rated("ada", 5.0)
    rated("robot", 6.0, kind="bots")
    rated("", 7.0, kind="bots", bot="random")

    bots = api.get("/api/v1/leaderboards/london?kind=bots").json()["items"]

    assert [(row["rank"], row.get("bot"), row.get("player"), row["is_bot"]) for row in bots] == [
        (1, "random", None, True),
        (2, None, "robot", True),
    ]
    people = api.get("/api/v1/leaderboards/london?kind=people").json()["items"]
    assert [row["player"] for row in people] == ["ada"]


def test_each_game_has_its_own_board_whatever_its_version(api):
    rated("ada", 5.0, ruleset="berlin")

    assert api.get("/api/v1/leaderboards/london").json()["items"] == []
    assert len(api.get("/api/v1/leaderboards/berlin@1").json()["items"]) == 1


def test_ranks_go_on_from_page_to_page(api):
    ratings = [9.0, 8.0, 8.0, 8.0, 7.0, 6.0, 6.0]
    for number, rating in enumerate(ratings):
        rated(f"player{number}", rating)

    first = "/api/v1/leaderboards/london?limit=3"
    found, address = [], first
    while address:
        page = api.get(address).json()
        found += [(row["rank"], row["rating"]) for row in page["items"]]
        address = page["next"] and f"{first}&cursor={page['next']}"

    assert found == [(1, 9.0), (2, 8.0), (2, 8.0), (2, 8.0), (5, 7.0), (6, 6.0), (6, 6.0)]


def test_whoever_deletes_the_account_is_on_no_board(api):
    rated("ada", 5.0)
    _, headers = signed_up("bob")
    player = Player.objects.get(name="bob")
    strength = {"mean": 25, "deviation": 8, "rating": 1, "games": 1}
    Rating.objects.create(rated=player.pk, ruleset="london", kind="people", player=player, **strength)

    api.delete("/api/v1/me", headers=headers)

    board = api.get("/api/v1/leaderboards/london").json()["items"]
    assert [row["player"] for row in board] == ["ada"]


def test_a_game_nobody_knows_has_no_board(api):
    problem(api.get("/api/v1/leaderboards/chess"), 404, "not_found")


@pytest.mark.parametrize(
    ("query", "field"),
    [("kind=cats", "kind"), ("limit=0", "limit"), ("order=name", "order"), ("cursor=x", "cursor")],
)
def test_what_cannot_be_asked_is_named(api, query, field):
    assert wrong_fields(api.get(f"/api/v1/leaderboards/london?{query}")).keys() == {field}


def test_every_game_has_its_leaderboards_listed(api):
    listed = api.get("/api/v1/leaderboards").json()["items"]

    assert [entry["ruleset"] for entry in listed] == [found.id for found in catalogue()]
    for entry in listed:
        assert entry["links"].keys() == {"people", "bots"}
        assert {api.get(link).status_code for link in entry["links"].values()} == {200}
