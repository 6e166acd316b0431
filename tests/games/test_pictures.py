"""Pictures of boards and tables: all of it is there, once, and nothing lies on anything else."""

import math
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from games.pictures import Layout, Scene, draw_board, draw_table, lay_out
from games.pictures.geometry import Point, Space, bend, spaces_along
from games.pictures.layout import HEIGHT, TOP, WIDTH
from games.pictures.palette import SHAPES, SeatStyle, inks_of, luminance
from games.pictures.routes import shape_of
from games.pictures.strands import spaces_of
from rules import State, catalogue, replay, ruleset, view_for
from rules.board import Board, Kind
from tests.golden.script import replayed
from tests.rules.made_up import made_up

SVG = "{http://www.w3.org/2000/svg}"
GAMES = Path(__file__).parents[1] / "golden" / "games"
NAMES = [found.name for found in catalogue()]


@cache
def layout(name: str) -> Layout:
    return lay_out(ruleset(name).board)


def parsed(picture: bytes) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314 (our own picture)


def of_class(tree: ET.Element, word: str) -> list[ET.Element]:
    return [found for found in tree.iter() if word in found.get("class", "").split()]


def board_of(name: str) -> ET.Element:
    return parsed(draw_board(ruleset(name).board, layout(name)))


@cache
def finished(name: str) -> State:
    rules = ruleset(name)
    return replay(replayed((GAMES / f"{rules.id}-{rules.seats[-1]}.txt").read_text(encoding="utf-8")))


def table_of(name: str, state: State) -> bytes:
    scene = Scene(view_for(state, None), [f"Seat {n}" for n in range(state.seats)], "now")
    return draw_table(ruleset(name).board, layout(name), scene)


def title_of(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def texts(tree: ET.Element) -> str:
    return " ".join(" ".join(found.itertext()) for found in tree.iter(f"{SVG}text"))


# -- the board ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_place_and_every_route_is_drawn_exactly_once(name):
    board, tree = ruleset(name).board, board_of(name)

    ids = Counter(found.get("id") for found in tree.iter() if found.get("id"))
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
        shapes = {space[0].tag for space in of_class(element, "space")}
        assert shapes == {SVG + ("ellipse" if kind == "sea" else "rect")}


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


# -- room --------------------------------------------------------------------------------------


def outline_of(board: Board, route: str, space: Space) -> list[Point]:
    """The corners of a space; of an oval one, points around it."""
    if shape_of(board, board.routes[route].kind) != "oval":
        return space.corners()
    turn = math.radians(space.angle)
    found = []
    for step in range(24):
        x = space.length / 2 * math.cos(step * math.tau / 24)
        y = space.width / 2 * math.sin(step * math.tau / 24)
        found.append(
            (
                space.x + x * math.cos(turn) - y * math.sin(turn),
                space.y + x * math.sin(turn) + y * math.cos(turn),
            )
        )
    return found


def apart(one: list[Point], other: list[Point]) -> bool:
    """Whether a line fits between two convex shapes: then one does along a side of one of them."""
    for shape in (one, other):
        for a, b in pairwise([*shape, shape[0]]):
            axis = (b[1] - a[1], a[0] - b[0])
            mine, theirs = ([_along(corner, axis) for corner in s] for s in (one, other))
            if max(mine) <= min(theirs) or max(theirs) <= min(mine):
                return True
    return False


def _along(point: Point, axis: Point) -> float:
    return point[0] * axis[0] + point[1] * axis[1]


def test_two_spaces_are_told_apart_or_not():
    here = Space(0, 0, 30, 20, 10).corners()

    assert not apart(here, Space(5, 5, 0, 20, 10).corners())
    assert apart(here, Space(30, 30, 75, 20, 10).corners())
    assert not apart(here, here)


def outlines(name: str) -> dict[str, list[list[Point]]]:
    board = ruleset(name).board
    return {
        route: [outline_of(board, route, space) for space in lane.spaces]
        for route, lane in layout(name).lanes.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_routes_between_the_same_places_lie_side_by_side(name):
    routes, drawn = ruleset(name).board.routes.values(), outlines(name)
    doubles = [(a, b) for a, b in combinations(routes, 2) if a.ends == b.ends and a.wraps == b.wraps]

    assert doubles
    for a, b in doubles:
        assert all(apart(one, other) for one in drawn[a.id] for other in drawn[b.id]), a.id


@pytest.mark.parametrize("name", NAMES)
def test_the_spaces_of_a_route_do_not_overlap_and_stay_on_the_map(name):
    for route, spaces in outlines(name).items():
        assert all(apart(one, other) for one, other in combinations(spaces, 2)), route
        for x, y in (corner for space in spaces for corner in space):
            assert 0 <= x <= WIDTH, route
            assert TOP <= y <= TOP + HEIGHT, route


@pytest.mark.parametrize("name", NAMES)
def test_names_do_not_overlap_and_stay_on_the_map(name):
    boxes = {place: label.box for place, label in layout(name).labels.items()}

    assert [(a, b) for a, b in combinations(boxes, 2) if boxes[a].overlap(boxes[b])] == []
    for box in boxes.values():
        assert 0 <= box.left < box.right <= WIDTH
        assert TOP <= box.top < box.bottom <= TOP + HEIGHT


@pytest.mark.rule("WRAP-1")
def test_a_route_over_the_edge_leaves_at_both_edges_and_names_the_far_city():
    board, drawn = ruleset("world").board, layout("world@1")
    named = Counter((edge.name, edge.points_right) for edge in drawn.edge_names)

    wraps = [route for route in board.routes.values() if route.wraps]
    assert wraps
    for route in wraps:
        out, back = drawn.lanes[route.id].parts
        west, east = sorted((route.a, route.b), key=lambda place: board.places[place].x)
        assert out.points[-1][0] > WIDTH
        assert back.points[0][0] < 0
        assert named[board.places[west].name, True]
        assert named[board.places[east].name, False]
        assert {space.x < WIDTH / 2 for space in drawn.lanes[route.id].spaces} == {True, False}


def test_a_route_that_stays_on_the_map_is_drawn_in_one_part():
    board, lanes = ruleset("world").board, layout("world@1").lanes

    assert {len(lanes[route.id].parts) for route in board.routes.values() if not route.wraps} == {1}


def test_spaces_have_one_length_and_keep_away_from_the_ends():
    line = bend((0, 0), (100, 0), 0)

    spaces = spaces_along(line, 3, width=10, longest=20, insets=(10, 10))
    assert [(round(space.x), round(space.y)) for space in spaces] == [(23, 0), (50, 0), (77, 0)]
    assert {space.length for space in spaces} == {20}


def test_a_bend_goes_through_its_ends_and_beside_its_middle():
    curve = bend((0, 0), (100, 0), 10)

    assert (curve.points[0], curve.points[-1]) == ((0, 0), (100, 0))
    assert curve.at(curve.length / 2)[0] == pytest.approx((50, 10), abs=0.1)


# -- the table ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_claimed_routes_bear_the_colour_and_the_shape_of_their_owner_on_every_space(name):
    state = finished(name)
    tree = parsed(table_of(name, state))

    claimed = of_class(tree, "claimed")
    assert {found.get("id") for found in claimed} == {f"route-{route}" for route in state.claims}
    assert len(of_class(tree, "free")) == len(ruleset(name).board.routes) - len(claimed)
    for element in claimed:
        owner = state.claims[element.get("id", "").removeprefix("route-")]
        for space in of_class(element, "space"):
            assert len(of_class(space, SeatStyle(owner).shape)) == 1
            assert SeatStyle(owner).fill in {part.get("fill") for part in space}
        assert f"claimed by seat {owner}" in title_of(element)
    assert not [mark for free in of_class(tree, "free") for mark in of_class(free, "mark")]


def test_harbours_stand_where_they_were_built():
    state = finished("world@1")
    tree = parsed(table_of("world@1", state))

    built = {
        place.get("id", "").removeprefix("place-"): of_class(place, "harbour")[0]
        for place in of_class(tree, "place")
        if of_class(place, "harbour")
    }
    assert built.keys() == state.harbours.keys() != set()
    for place, house in built.items():
        assert of_class(house, SeatStyle(state.harbours[place]).shape)


@pytest.mark.parametrize("name", NAMES)
def test_every_seat_has_its_row_with_its_score(name):
    state = finished(name)
    tree = parsed(table_of(name, state))

    rows = {row.get("id"): [text.text for text in row.iter(f"{SVG}text")] for row in of_class(tree, "seat")}
    assert [rows[f"seat-{seat}"][1] for seat in range(state.seats)] == list(map(str, state.scores))
    assert [seat for seat in range(state.seats) if "winner" in (rows[f"seat-{seat}"][0] or "")] == list(
        state.winners
    )


def test_goods_are_counted():
    state = finished("amsterdam@1")
    tree = parsed(table_of("amsterdam@1", state))

    rows = [[text.text for text in row.iter(f"{SVG}text")] for row in of_class(tree, "seat")]
    assert [row[-1] for row in rows] == list(map(str, state.goods))
    assert sum(state.goods) > 0


def test_the_seat_whose_turn_it_is_is_marked():
    rules = ruleset("london")
    events = replayed((GAMES / "london-3.txt").read_text(encoding="utf-8"))
    state = replay(events[: len(events) // 2])

    tree = parsed(table_of(rules.name, state))
    marked = [row.get("id") for row in of_class(tree, "seat") if of_class(row, "turn")]
    assert marked == [f"seat-{seat}" for seat in state.to_act]


def test_what_is_hidden_from_a_spectator_changes_nothing():
    events = replayed((GAMES / "london-3.txt").read_text(encoding="utf-8"))
    state = replay(events[: len(events) // 2])
    other = state.copy()
    other.hands = tuple({"wild": sum(hand.values())} for hand in state.hands)
    other.tickets = tuple(("t01",) * len(held) for held in state.tickets)
    other.piles = {pile: tuple(reversed(cards)) for pile, cards in state.piles.items()}

    assert other != state
    assert table_of("london@1", other) == table_of("london@1", state)


# -- colours -----------------------------------------------------------------------------------


def test_seats_differ_in_shape_even_where_their_colours_cannot_be_seen():
    assert len({SeatStyle(seat).shape for seat in range(len(SHAPES))}) == len(SHAPES)
    assert len({(SeatStyle(seat).fill, SeatStyle(seat).shape) for seat in range(40)}) == 40


@pytest.mark.parametrize("seat", range(6))
def test_the_shape_of_a_seat_can_be_seen_on_its_colour(seat):
    style = SeatStyle(seat)
    dark, light = sorted((luminance(style.fill), luminance(style.on)))

    assert (light + 0.05) / (dark + 0.05) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_colours_of_routes_differ_in_letter_too(name):
    inks = inks_of(ruleset(name).board)

    assert inks.keys() == {"gray", *ruleset(name).board.colors}
    assert len({ink.letter for ink in inks.values()}) == len({ink.fill for ink in inks.values()}) == len(inks)


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
