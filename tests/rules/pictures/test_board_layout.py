"""Room on the paper: nothing lies on anything else, and all of it on the map."""

import json
import math
from collections import Counter
from itertools import combinations, pairwise

import pytest

from rules import ruleset
from rules.board import Board
from rules.pictures import draw_board
from rules.pictures.crowd import Box
from rules.pictures.geometry import Curve, Point, Space, bend, spaces_along
from rules.pictures.layout import HEIGHT, TOP, WIDTH, number_spot
from rules.pictures.routes import shape_of
from tests.rules.pictures.drawn import (
    NAMES,
    layout,
)
from tests.support.browser import browsing, chromium


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


def frame_of(box: Box) -> list[Point]:
    """The letters themselves: there is room above capitals and below most letters."""
    return [
        (box.left, box.top + 2),
        (box.right, box.top + 2),
        (box.right, box.bottom - 2),
        (box.left, box.bottom - 2),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_no_name_lies_on_a_space_a_number_or_a_place(name):
    board, drawn = ruleset(name).board, layout(name)
    numbered = {r for r in drawn.lanes if board.kinds[board.routes[r].kind].pieces_per_route is not None}
    hidden = []
    for place, label in drawn.labels.items():
        letters = frame_of(label.box)
        hidden += [(place, r) for r, found in outlines(name).items() for o in found if not apart(letters, o)]
        middles = {r: drawn.lanes[r].spaces[len(drawn.lanes[r].spaces) // 2] for r in numbered}
        radius = drawn.measures.space * 0.55
        hidden += [(place, r) for r, m in middles.items() if label.box.away(number_spot(m)) < radius]
        hidden += [(place, p) for p, s in drawn.spots.items() if label.box.away(s) < drawn.measures.place]

    assert hidden == []


@pytest.mark.skipif(chromium() is None, reason="no Chromium is installed")
def test_names_are_no_wider_in_a_browser_than_they_were_taken_for(tmp_path):
    program = chromium()
    assert program
    with browsing(program, tmp_path) as browser:
        page = browser.page()
        for name in NAMES:
            picture = draw_board(ruleset(name).board, layout(name)).decode()
            page.run(f"void (document.body.innerHTML = {json.dumps(picture)})")
            shown = page.run(
                """Object.fromEntries(Array.from(document.querySelectorAll(".name"), (name) =>
                    [name.dataset.place, name.querySelector("text").getBBox().width]))"""
            )
            boxes = {place: label.box for place, label in layout(name).labels.items()}
            assert {p for p, box in boxes.items() if shown[p] > (box.right - box.left) * 1.03} == set()


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


def test_a_line_is_drawn_by_no_more_points_than_its_course_needs():
    straight, curved = bend((0, 0), (100, 0), 0), bend((0, 0), (100, 0), 10)

    assert straight.corners == [(0, 0), (100, 0)]
    assert 3 <= len(curved.corners) < len(curved.points)
    drawn = Curve(curved.corners)
    for point in curved.points:
        assert min(math.dist(point, near) for near in drawn.walk(0.05)) < 0.15
