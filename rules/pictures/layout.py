"""The layout of a board, computed once for all its pictures: places, spaces and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.board import Board
from rules.pictures.crowd import Box, Crowd
from rules.pictures.edges import BEYOND, Crossing, crossings_of, strands_of
from rules.pictures.geometry import Curve, Point, Space, distance, spaces_along, turned
from rules.pictures.labels import Ground, Label, place_labels, text_width
from rules.pictures.strands import Measures, Strand, bent, bundles_of, spaces_of, whole_strand

WIDTH, TOP, HEIGHT = 1200, 44, 820  # of the map; the title stands above it
_INSET = 46.0
_EDGE_INSET = 62.0  # room at the sides for routes over the edge
_ARROW = 12.0
_NEAR_EDGE = 40.0


@dataclass(frozen=True, slots=True)
class Lane:
    """One route as it is drawn: in one part, or in two if it runs over the edge."""

    parts: tuple[Curve, ...]
    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class EdgeName:
    """A name at the edge: the place to which the route continues."""

    name: str
    x: float
    y: float
    text_y: float
    points_right: bool


@dataclass(frozen=True, slots=True)
class Layout:
    measures: Measures
    spots: Mapping[str, Point]
    lanes: Mapping[str, Lane]
    labels: Mapping[str, Label]
    edge_names: tuple[EdgeName, ...]


def lay_out(board: Board) -> Layout:
    bundles = bundles_of(board)
    wrapping = [routes for routes in bundles if routes[0].wraps]
    spots = _spots(board, is_round=bool(wrapping))
    measures = Measures.fitting(_pitches(board, spots))
    crossings = crossings_of(wrapping, spots, measures, WIDTH)
    strands = [whole_strand(board, routes, spots) for routes in bundles if not routes[0].wraps]
    pairs = [strands_of(board, crossing, spots, WIDTH) for crossing in crossings]
    strands += [strand for pair in pairs for strand in pair]
    curves = bent(strands, spots, measures, Box(0, TOP, WIDTH, TOP + HEIGHT))
    lanes = _lanes(board, strands, curves, measures)
    edge_names = tuple(n for crossing in crossings for n in _edge_names(board, crossing, curves, measures))
    labels = _labels(board, spots, measures, lanes, edge_names)
    return Layout(measures, spots, lanes, labels, edge_names)


def _spots(board: Board, *, is_round: bool) -> dict[str, Point]:
    """The places spread over the map. On a cylindrical map 0 and 1 are the same edge, so they stay."""
    across = (0.0, 1.0) if is_round else _reach([place.x for place in board.places.values()])
    down = _reach([place.y for place in board.places.values()])
    left = _EDGE_INSET if is_round else _INSET + 40
    return {
        place.id: (
            left + _part(place.x, across) * (WIDTH - 2 * left),
            TOP + _INSET + _part(place.y, down) * (HEIGHT - 2 * _INSET),
        )
        for place in board.places.values()
    }


def _reach(values: list[float]) -> tuple[float, float]:
    return min(values, default=0.0), max(values, default=1.0)


def _part(value: float, reach: tuple[float, float]) -> float:
    low, high = reach
    return (value - low) / (high - low) if high > low else 0.5


def _pitches(board: Board, spots: Mapping[str, Point]) -> list[float]:
    flat = [route for route in board.routes.values() if not route.wraps]
    return [distance(spots[r.a], spots[r.b]) / spaces_of(board, r) for r in flat]


def _lanes(
    board: Board, strands: list[Strand], curves: Mapping[str, Curve], measures: Measures
) -> dict[str, Lane]:
    lanes: dict[str, Lane] = {}
    for strand in strands:
        middle = (len(strand.routes) - 1) / 2
        for number, route in enumerate(strand.routes):
            curve = curves[strand.name].beside((number - middle) * measures.lane)
            whole = None not in strand.ends
            count = spaces_of(board, route) if whole else strand.spaces
            before = lanes.get(route.id, Lane((), ()))
            spaces = _spaces(curve, count, strand, measures)
            lanes[route.id] = Lane((*before.parts, curve), (*before.spaces, *spaces))
    return {route: lanes[route] for route in board.routes}


def _spaces(curve: Curve, count: int, strand: Strand, measures: Measures) -> list[Space]:
    at_place, at_edge = measures.place + 3, BEYOND + _ARROW + 2
    start = at_edge if strand.start[0] < 0 else at_place
    end = at_edge if strand.end[0] > WIDTH else at_place
    size = {"width": measures.space, "longest": measures.longest}
    return spaces_along(curve, count, insets=(start, end), **size)


def _edge_names(
    board: Board, crossing: Crossing, curves: Mapping[str, Curve], measures: Measures
) -> tuple[EdgeName, EdgeName]:
    """The name is on the side of the line that the line does not come from."""
    half = (len(crossing.routes) * measures.lane) / 2
    out, back = (curves[f"{crossing.routes[0].id} {side}"] for side in ("east", "west"))

    def named(far: str, x: float, ways: tuple[Point, Point], *, right: bool) -> EdgeName:
        near, y = ways[0][1], ways[1][1]
        text_y = y + (half + measures.font * 0.85 if near < y else -half - 3)
        return EdgeName(board.places[far].name, x, y, text_y, right)

    def ways(curve: Curve, walked: float, step: float) -> tuple[Point, Point]:
        """A point of the line shortly before the edge, and one on it."""
        return curve.at(walked - step)[0], curve.at(walked)[0]

    return (
        named(crossing.west, WIDTH, ways(out, out.length - BEYOND, _NEAR_EDGE), right=True),
        named(crossing.east, 0.0, ways(back, BEYOND, -_NEAR_EDGE), right=False),
    )


def _labels(
    board: Board,
    spots: Mapping[str, Point],
    measures: Measures,
    lanes: Mapping[str, Lane],
    edge_names: tuple[EdgeName, ...],
) -> dict[str, Label]:
    ground = Ground(Crowd(), Crowd(), Box(4, TOP, WIDTH - 4, TOP + HEIGHT))
    for name, lane in lanes.items():
        for part in lane.parts:
            ground.lines.add(name, part.walk(16), 1.0)
        for space in lane.spaces:
            ground.solid.add(name, _points_in(space), 1.0)
        if board.kinds[board.routes[name].kind].pieces_per_route is not None:
            ground.solid.add(name, [number_spot(lane.spaces[len(lane.spaces) // 2])], measures.space * 0.6)
    for edge in edge_names:  # with a margin: names close together would be read as one
        ground.solid.add("edge", _points_of(edge, measures.font), measures.font * 0.9)
    return place_labels(board.places, spots, measures, ground)


def number_spot(space: Space) -> Point:
    """The middle of the number beside a space."""
    dx, dy = turned(space.length / 2 + space.width * 0.55, 0, space.angle)
    return space.x + dx, space.y + dy


def _points_in(space: Space) -> list[Point]:
    """Points along both long sides, close enough that no name fits between them."""
    a, b, c, d = space.corners()
    parts = [i / 6 for i in range(7)]
    sides = ((a, d), (b, c))
    return [(p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])) for p, q in sides for t in parts]


def _points_of(edge: EdgeName, size: float) -> list[Point]:
    wide = text_width(edge.name, size)
    away = [6 + wide * i / 4 for i in range(5)]
    return [(edge.x - d if edge.points_right else edge.x + d, edge.text_y - size * 0.35) for d in away]
