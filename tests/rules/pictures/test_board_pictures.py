"""A board as a picture: all of it is there, once, whatever board it is."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from rules import ruleset
from rules.board import Board, Kind
from rules.pictures import draw_board, lay_out
from rules.pictures.strands import spaces_of
from tests.rules.made_up import made_up
from tests.rules.pictures.drawn import NAMES, SVG, board_of, layout, of_class, parsed, texts, title_of

NUMBER = r"-?[\d.]+"
OVAL = re.compile(rf"M{NUMBER} {NUMBER}(a({NUMBER} ){{3}}0 1 {NUMBER} {NUMBER}){{2}}z$")
RECTANGLE = re.compile(rf"M{NUMBER} {NUMBER}l({NUMBER} ){{5}}{NUMBER}z$")


@pytest.mark.parametrize("name", NAMES)
def test_every_place_and_every_route_is_drawn_exactly_once(name):
    board, tree = ruleset(name).board, board_of(name)

    ids = Counter(found.attrib["id"] for found in tree.iter() if "id" in found.attrib)
    assert {i for i in ids if i.startswith("place-")} == {f"place-{place}" for place in board.places}
    assert {i for i in ids if i.startswith("route-")} == {f"route-{route}" for route in board.routes}
    assert set(ids.values()) == {1}


@pytest.mark.parametrize("name", NAMES)
def test_every_route_shows_each_of_its_spaces_and_tells_what_it_is(name):
    board, tree = ruleset(name).board, board_of(name)

    for element in of_class(tree, "route"):
        route = board.routes[element.get("id", "").removeprefix("route-")]
        assert len(of_class(element, "space")) == spaces_of(board, route)
        assert len(of_class(element, "pair")) == route.pair_spaces
        assert len(of_class(element, "goods")) == route.goods
        told = title_of(element)
        assert board.places[route.a].name in told
        assert f"{route.color} {route.kind}, length {route.length}" in told


@pytest.mark.parametrize("name", NAMES)
def test_every_place_bears_its_name(name):
    written = [
        " ".join(found.itertext())
        for found in board_of(name).iter(f"{SVG}text")
        if found.find(f"{SVG}tspan") is not None
    ]

    assert Counter(written) == Counter(place.name for place in ruleset(name).board.places.values())


def test_a_route_with_one_piece_has_its_number_printed():
    board, tree = ruleset("berlin").board, board_of("berlin")

    for element in of_class(tree, "route"):
        route = board.routes[element.get("id", "").removeprefix("route-")]
        numbers = [texts(found) for found in of_class(element, "number")]
        assert numbers == ([str(route.length)] if route.kind == "subway" else [])


def test_two_kinds_of_route_have_two_shapes():
    board, tree = ruleset("world").board, board_of("world")

    for element in of_class(tree, "route"):
        kind = board.routes[element.get("id", "").removeprefix("route-")].kind
        outlines = [space[0].get("d", "") for space in of_class(element, "space")]
        assert {bool(OVAL.match(outline)) for outline in outlines} == {kind == "sea"}
        assert {bool(RECTANGLE.match(outline)) for outline in outlines} == {kind != "sea"}


def test_places_of_a_district_bear_its_number():
    board, tree = ruleset("london").board, board_of("london")
    numbers = {
        place: str(district.points) for district in board.districts.values() for place in district.places
    }

    drawn = {found.get("id", "").removeprefix("place-"): texts(found) for found in of_class(tree, "place")}
    assert drawn == numbers


@pytest.mark.parametrize("name", NAMES)
def test_a_board_that_is_not_wholly_confirmed_says_so(name):
    notes = [texts_of.text or "" for texts_of in of_class(board_of(name), "provenance")]

    if ruleset(name).board.confidence == "confirmed":
        assert notes == []
    else:
        assert ruleset(name).board.confidence in notes[0]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_told_in_words_too_and_loads_nothing(name):
    picture = draw_board(ruleset(name).board, layout(name))
    tree = parsed(picture)

    assert ruleset(name).title in title_of(tree)
    assert str(len(ruleset(name).board.routes)) in (tree.findtext(f"{SVG}desc") or "")
    assert (tree.get("role"), tree.get("aria-labelledby")) == ("img", "title desc")
    for word in (b"href", b"<script", b"<style", b"url(", b"@import", b"<image", b"<foreignObject"):
        assert word not in picture


def test_the_same_board_is_the_same_picture_in_every_byte():
    board = ruleset("world").board

    assert draw_board(board, lay_out(board)) == draw_board(board, layout("world@1"))


# -- boards nobody has seen --------------------------------------------------------------------


def strange_board() -> Board:
    """Three kinds of route, colours and names without precedent, doubles over the edge, goods, pairs."""
    words = (
        "A-B:2:teal A-B:2:ochre B-C:3:gray:pairs=2 C-D:1:teal:goods A-D:3:ochre A-D:3:teal B-D:2:gray:ferry"
    )
    real = ruleset("world").board
    faces = [card for card in real.cards.values() if card.color]
    cards = {
        **{
            card.id: replace(card, color=color)
            for card, color in zip(faces[:2], ("teal", "ochre"), strict=True)
        },
        "wild": real.cards["wild"],
    }
    kinds = {**real.kinds}
    kinds["ferry"] = Kind(id="ferry", piece="ship", points={1: 1, 2: 2, 3: 4}, confidence="reconstructed")
    board = made_up(replace(real, cards=cards, kinds=kinds), words, "")
    spots = {"A": (0.1, 0.2), "B": (0.5, 0.1), "C": (0.6, 0.8), "D": (0.9, 0.5)}
    places = {
        name: replace(place, x=spots[name][0], y=spots[name][1], harbour=name == "A", junction=name == "C")
        for name, place in board.places.items()
    }
    places["B"] = replace(places["B"], name="</text><script>&\"'\x00\x1b")
    routes = {name: replace(route, wraps=route.ends == {"A", "D"}) for name, route in board.routes.items()}
    return replace(board, title="<Nowhere> & back", places=places, routes=routes)


def test_a_board_nobody_has_seen_is_drawn_from_its_data_alone():
    board = strange_board()
    tree = parsed(draw_board(board, lay_out(board)))

    assert {found.get("id") for found in of_class(tree, "route")} == {
        f"route-{route}" for route in board.routes
    }
    assert {found.get("id") for found in of_class(tree, "place")} == {
        f"place-{place}" for place in board.places
    }
    ferry = next(found for found in of_class(tree, "route") if found.get("id") == "route-B-D")
    assert {space[0].tag for space in of_class(ferry, "space")} == {f"{SVG}polygon"}
    assert (len(of_class(tree, "pair")), len(of_class(tree, "goods"))) == (2 + 1, 1 + 1)  # and in the legend
    assert len(of_class(tree, "edge")) == 2
    assert of_class(tree, "provenance")


def test_a_name_can_be_anything():
    board = strange_board()
    picture = draw_board(board, lay_out(board))

    assert b"<script" not in picture
    assert "</text><script>&\"'" in texts(parsed(picture))
    assert "<Nowhere> & back" in texts(parsed(picture))


def test_a_board_whose_places_all_lie_on_one_spot_is_still_a_picture():
    board = made_up(ruleset("london").board, "A-B:2:blue A-B:2:black B-C:4:gray", "")

    assert len(of_class(parsed(draw_board(board, lay_out(board))), "space")) == 8
