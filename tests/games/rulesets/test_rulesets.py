"""The games: GET /rulesets and GET /rulesets/{id}."""

from collections import Counter

import pytest

from rules.actions import ACTIONS
from rules.catalogue import catalogue
from rules.rulebook import RULES

PATH = "/api/v1/rulesets"
NAMES = [found.name for found in catalogue()]
LONDON = "/api/v1/rulesets/london@1"


def get(api, name: str):
    response = api.get(f"{PATH}/{name}")
    assert response.status_code == 200
    return response.json()


def test_the_list_names_every_game_in_every_version(api):
    listed = api.get(PATH).json()["items"]

    assert [entry["id"] for entry in listed] == NAMES
    assert [entry["game"] for entry in listed if entry["is_newest"]] == sorted({r.id for r in catalogue()})
    london = next(entry for entry in listed if entry["id"] == "london@1")
    assert (london["title"], london["version"], london["seats"]) == ("London", 1, {"fewest": 2, "most": 4})


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_told_with_every_part_of_its_board(api, name):
    found = next(ruleset for ruleset in catalogue() if ruleset.name == name)
    body = get(api, name)

    assert body["id"] == name
    for part in ("pieces", "kinds", "places", "routes", "tickets", "districts"):
        assert [item["id"] for item in body[part]] == list(getattr(found.board, part)), part
    assert [rule["number"] for rule in body["rules"]] == list(found.rules)
    assert all(rule["text"] == RULES[rule["number"]] for rule in body["rules"])
    assert {action["type"] for action in body["actions"]} == {
        ACTIONS.shapes[play.action].name for play in found.plays
    }
    assert body["confidence"] == found.board.confidence


def test_a_place_has_its_coordinates_and_how_sure_they_are(api):
    places = {place["id"]: place for place in get(api, "world@1")["places"]}

    assert places["athina"] == {
        "id": "athina",
        "name": "Athina",
        "x": 0.4901,
        "y": 0.3708,
        "harbour": True,
        "junction": False,
        "confidence": "confirmed",
    }


@pytest.mark.parametrize("name", NAMES)
def test_routes_name_places_kinds_and_twins_that_are_there(api, name):
    body = get(api, name)
    places = {place["id"] for place in body["places"]}
    kinds = {kind["id"]: kind for kind in body["kinds"]}
    routes = {route["id"]: route for route in body["routes"]}

    for route in routes.values():
        kind = kinds[route["kind"]]
        assert {route["a"], route["b"]} <= places
        assert {"length": route["length"], "points": route["points"]} in kind["points"]
        assert route["pieces"] == {
            "id": kind["piece"],
            "count": kind.get("pieces_per_route") or route["length"],
        }
        if route.get("twin"):
            assert routes[route.get("twin")].get("twin") == route["id"]
            assert {route["a"], route["b"]} == {
                routes[route.get("twin")]["a"],
                routes[route.get("twin")]["b"],
            }
    assert any(route.get("twin") for route in routes.values())


def test_a_subway_takes_one_piece_whatever_its_length(api):
    subways = [route for route in get(api, "berlin@1")["routes"] if route["kind"] == "subway"]

    assert subways
    assert {route["pieces"]["count"] for route in subways} == {1}


def test_piles_count_their_cards(api):
    piles = {pile["id"]: pile for pile in get(api, "world@1")["piles"]}

    assert set(piles) == {"train", "ship"}
    assert all(pile["count"] == sum(card["count"] for card in pile["cards"]) for pile in piles.values())
    wild = [card for card in piles["train"]["cards"] if card["is_wild"]]
    assert [(card["id"], card["count"], card.get("color")) for card in wild] == [("wild", 14, None)]
    assert Counter(card["spaces"] for card in piles["ship"]["cards"])[2] == 6


def test_a_tour_has_two_values_and_a_penalty(api):
    tickets = get(api, "world@1")["tickets"]

    tours = [ticket for ticket in tickets if ticket["is_tour"]]
    assert tours
    assert all(tour["points"] > tour["points_any_order"] and len(tour["places"]) > 2 for tour in tours)
    plain = next(ticket for ticket in tickets if not ticket["is_tour"])
    assert (plain["penalty"], plain.get("points_any_order")) == (plain["points"], None)


def test_only_london_has_districts_and_only_amsterdam_has_goods(api):
    assert [name for name in NAMES if get(api, name)["districts"]] == ["london@1"]
    assert [name for name in NAMES if get(api, name)["goods"]] == ["amsterdam@1"]


def test_options_tell_their_choices_and_their_default(api):
    options = {option["name"]: option for option in get(api, "world@1")["options"]}

    assert (options["fleet"]["choices"], options["fleet"]["default"]) == (["chosen", "beginners"], "chosen")
    assert options["fleet"]["text"].endswith(".")


def test_actions_tell_their_fields(api):
    actions = {action["type"]: action for action in get(api, "london@1")["actions"]}

    assert "choose_fleet" not in actions
    assert actions["take_card"]["fields"] == [  # as it is posted: the seat is the caller's
        {"name": "card", "type": "string", "is_required": True},
        {"name": "refill", "type": "string", "is_required": False},
    ]
    assert actions["claim_route"]["fields"][-1]["type"] == "array of strings"


def test_a_name_without_a_version_is_its_newest_and_the_same_in_every_byte(api):
    short, canonical = api.get(f"{PATH}/london"), api.get(LONDON)

    assert short.content == canonical.content
    assert short["ETag"] == canonical["ETag"]
    assert short["Content-Location"] == LONDON


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        (PATH, "public, max-age=3600"),
        (f"{PATH}/london", "public, max-age=3600"),
        (LONDON, "public, max-age=604800, immutable"),
    ],
)
def test_who_has_it_already_gets_nothing_but_that_it_is_unchanged(api, path, kept):
    first = api.get(path)
    again = api.get(path, headers={"If-None-Match": first["ETag"]})

    assert first["ETag"].startswith('"')
    assert first["Cache-Control"] == kept
    assert (again.status_code, again.content) == (304, b"")
    assert (again["ETag"], again["Cache-Control"]) == (first["ETag"], first["Cache-Control"])


def test_only_the_list_says_which_version_is_the_newest_because_a_version_is_kept_for_good(api):
    assert all("is_newest" in entry for entry in api.get(PATH).json()["items"])
    assert "is_newest" not in get(api, "london@1")


@pytest.mark.parametrize("tag", ['"another"', "", "nonsense"])
def test_who_has_something_else_gets_it_whole(api, tag):
    assert api.get(LONDON, headers={"If-None-Match": tag}).status_code == 200


def test_two_games_have_two_tags(api):
    assert len({api.get(f"{PATH}/{name}")["ETag"] for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize(
    "name", ["paris", "london@2", "london@", "london@01", "LONDON", "@1", "%00", "london@1%0A", "x" * 3000]
)
def test_a_game_that_is_not_played_here(api, name):
    response = api.get(f"{PATH}/{name}")

    assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert "ETag" not in response


@pytest.mark.parametrize("path", [PATH, LONDON])
def test_it_can_be_read_and_not_written(api, path):
    assert api.post(path, {}, content_type="application/json").status_code == 405
