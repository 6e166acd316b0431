"""What is no board is refused, and the message says where."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from rules.loader import BadBoard, load_board

SURE = {"confidence": "confirmed"}
BOARD: dict[str, Any] = {
    "id": "atlantis",
    "title": "Atlantis",
    "pieces": [{"id": "boat", "count": 9}],
    "kinds": [{"id": "canal", "piece": "boat", "points": {"1": 1, "2": 2}, **SURE}],
    "cards": [
        {"id": "wild", "pile": "transport", "count": 4},
        {"id": "red", "pile": "transport", "color": "red", "count": 6},
    ],
    "places": [
        {"id": "a", "name": "A", "x": 0, "y": 0, **SURE},
        {"id": "b", "name": "B", "x": 0.5, "y": 0, **SURE},
        {"id": "c", "name": "C", "x": 1, "y": 1, **SURE},
        {"id": "reef", "name": "Reef", "x": 1, "y": 0, "junction": True, **SURE},
    ],
    "routes": [
        {"id": "a--b--1", "a": "a", "b": "b", "kind": "canal", "length": 2, "color": "red", **SURE},
        {"id": "a--b--2", "a": "b", "b": "a", "kind": "canal", "length": 2, "color": "gray", **SURE},
        {"id": "b--reef--1", "a": "b", "b": "reef", "kind": "canal", "length": 1, "color": "red", **SURE},
    ],
    "tickets": [{"id": "t1", "places": ["a", "b"], "points": 2, **SURE}],
    "districts": [{"id": "d1", "points": 1, "color": "blue", "places": ["a", "b"], **SURE}],
}
TOUR = {"id": "t1", "places": ["a", "b"], "points": 3, "points_any_order": 2, "penalty": 4, **SURE}
GONE = object()


def load(folder: Path, text: str) -> Any:
    (folder / "atlantis").mkdir()
    (folder / "atlantis" / "board.json").write_text(text, encoding="utf-8")
    return load_board(folder / "atlantis")


def changed(section: str, index: int, **values: Any) -> dict[str, Any]:
    data = copy.deepcopy(BOARD)
    record = data[section][index]
    record.update(values)
    data[section][index] = {key: value for key, value in record.items() if value is not GONE}
    return data


def test_a_board_is_loaded_with_all_that_is_said_of_it(tmp_path):
    board = load(tmp_path, json.dumps(BOARD))

    assert board.title == "Atlantis"
    assert board.twins == {"a--b--1": "a--b--2", "a--b--2": "a--b--1"}
    assert board.points_for(board.routes["a--b--1"]) == 2
    assert board.places["reef"].junction
    assert board.provenance["routes"] == {"confirmed": 3}
    assert board.confidence == "confirmed"


def test_a_tour_has_a_value_in_any_order_and_a_penalty(tmp_path):
    board = load(tmp_path, json.dumps({**BOARD, "tickets": [TOUR]}))

    assert board.tickets["t1"].is_tour
    assert board.tickets["t1"].loss == 4


def test_a_board_is_as_sure_as_its_least_sure_part(tmp_path):
    board = load(tmp_path, json.dumps(changed("tickets", 0, confidence="reconstructed")))

    assert board.confidence == "reconstructed"


REFUSED = {
    "an unknown key in a record": (
        changed("routes", 0, lenght=2),
        "routes record 1 (a--b--1): unknown key lenght",
    ),
    "a missing key": (changed("routes", 1, color=GONE), "routes record 2 (a--b--2): missing key color"),
    "a missing id": (changed("places", 2, id=GONE), "places record 3: missing key id"),
    "an id that is no slug": (
        changed("places", 2, id="C!"),
        "places record 3 (C!): an id is lower-case letters, digits and hyphens",
    ),
    "an id twice": (changed("places", 1, id="a"), "places record 2 (a): this id is used twice"),
    "text for a number": (
        changed("routes", 0, length="2"),
        "routes record 1 (a--b--1): length is '2', not int",
    ),
    "a truth for a number": (
        changed("pieces", 0, count=True),
        "pieces record 1 (boat): count is True, not int",
    ),
    "a number for a truth": (
        changed("places", 3, junction=1),
        "places record 4 (reef): junction is 1, not bool",
    ),
    "null for text": (changed("cards", 1, color=None), "cards record 2 (red): color is None, not str"),
    "a negative number": (changed("tickets", 0, points=-2), "tickets record 1 (t1): points is negative"),
    "a negative coordinate": (
        changed("places", 0, x=-0.1),
        "places record 1 (a): x is -0.1, which is not from 0 to 1",
    ),
    "a negative value of a length": (
        changed("kinds", 0, points={"1": -1, "2": 2}),
        "kinds record 1 (canal): points has '1': -1",
    ),
    "a length that is no number": (
        changed("kinds", 0, points={"²": 1}),
        "kinds record 1 (canal): points has '²': 1",
    ),
    "points that are no table": (
        changed("kinds", 0, points=[1]),
        "kinds record 1 (canal): points is [1], not dict",
    ),
    "an unknown confidence": (
        changed("routes", 0, confidence="sure"),
        "routes record 1 (a--b--1): confidence is 'sure', not one of confirmed, single-source, reconstructed",
    ),
    "a kind without its piece": (
        changed("kinds", 0, piece="cart"),
        "kinds record 1 (canal): unknown piece cart",
    ),
    "a route to nowhere": (changed("routes", 0, b="z"), "routes record 1 (a--b--1): unknown place z"),
    "a route in a circle": (
        changed("routes", 0, b="a"),
        "routes record 1 (a--b--1): both ends are the same place",
    ),
    "a route of no kind": (changed("routes", 0, kind="road"), "routes record 1 (a--b--1): unknown kind road"),
    "a route of no color": (
        changed("routes", 0, color="mauve"),
        "routes record 1 (a--b--1): unknown color mauve",
    ),
    "a length without points": (
        changed("routes", 2, length=5),
        "routes record 3 (b--reef--1): the kind canal has no points for length 5",
    ),
    "more pair spaces than spaces": (
        changed("routes", 2, pair_spaces=2),
        "routes record 3 (b--reef--1): more pair spaces than spaces",
    ),
    "unequal doubles": (
        changed("routes", 1, length=1),
        "routes: the two routes of a double differ in length: a--b--1 and a--b--2",
    ),
    "three of a double": (
        {**BOARD, "routes": [*BOARD["routes"], {**BOARD["routes"][0], "id": "a--b--3"}]},
        "routes: more than two routes of one kind: a--b--1 and a--b--2 and a--b--3",
    ),
    "a ticket to nowhere": (
        changed("tickets", 0, places=["a", "z"]),
        "tickets record 1 (t1): unknown place z",
    ),
    "a ticket to something that is no place": (
        changed("tickets", 0, places=["a", ["b"]]),
        "tickets record 1 (t1): places has ['b'], not str",
    ),
    "a ticket from a place to itself": (
        changed("tickets", 0, places=["a", "a"]),
        "tickets record 1 (t1): it must name at least two different places",
    ),
    "an impossible ticket": (
        changed("tickets", 0, places=["a", "c"]),
        "tickets record 1 (t1): impossible: no routes join it to c",
    ),
    "a ticket to a junction": (
        changed("tickets", 0, places=["a", "reef"]),
        "tickets record 1 (t1): a junction is not a city and cannot be on a ticket",
    ),
    "a ticket of three places that is no tour": (
        changed("tickets", 0, places=["a", "b", "c"]),
        "tickets record 1 (t1): a ticket that is not a tour names two places",
    ),
    "half a tour": (
        changed("tickets", 0, points_any_order=1),
        "tickets record 1 (t1): a tour has both points_any_order and penalty, another ticket neither",
    ),
    "a district of one place": (
        changed("districts", 0, places=["a"]),
        "districts record 1 (d1): it must name at least two different places",
    ),
    "a district of nowhere": (
        changed("districts", 0, places=["a", "z"]),
        "districts record 1 (d1): unknown place z",
    ),
    "a card of no color that is not wild": (
        changed("cards", 1, color=GONE),
        "cards record 2 (red): a card has a color unless it is wild",
    ),
    "a card of which there is none": (
        changed("cards", 1, count=0),
        "cards record 2 (red): there must be at least one",
    ),
    "no wild": ({**BOARD, "cards": BOARD["cards"][1:]}, "cards: there is no wild card"),
    "an unknown section": ({**BOARD, "trains": []}, "top level: unknown key trains"),
    "a missing section": (
        {key: value for key, value in BOARD.items() if key != "routes"},
        "top level: missing key routes",
    ),
    "a section that is no list": ({**BOARD, "routes": {}}, "routes: not a list"),
    "a record that is no object": ({**BOARD, "routes": ["a"]}, "routes record 1: not an object"),
    "a title that is no text": ({**BOARD, "title": 3}, "top level: title is 3, not str"),
    "a board that is no object": ([BOARD], "top level: not an object"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_it_refuses_and_names_file_and_record(tmp_path, what):
    data, message = REFUSED[what]

    with pytest.raises(BadBoard) as refused:
        load(tmp_path, json.dumps(data))
    assert str(refused.value).splitlines()[0] == f"atlantis/board.json: {message}"


def test_it_refuses_what_is_no_json_and_names_the_line(tmp_path):
    with pytest.raises(BadBoard) as refused:
        load(tmp_path, '{\n"id": "atlantis",\n"title" "Atlantis"}')
    assert str(refused.value).startswith("atlantis/board.json: line 3: ")
