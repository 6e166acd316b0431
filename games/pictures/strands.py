"""The ways of the routes over the map: which are drawn as one bundle, and how each bundle bends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from games.pictures.crowd import Box, Crowd
from games.pictures.geometry import Curve, Point, bend, distance
from rules.board import Board, Route

_BENDS = (0.0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18, 0.26, -0.26, 0.36, -0.36, 0.5, -0.5)
_ROUNDS = 2  # the second time every bundle knows all the others
_SHORTEST = 15.0  # a space that can still be read


@dataclass(frozen=True, slots=True)
class Measures:
    """Everything that grows with the room a board has."""

    space: float  # the width of a space
    longest: float
    lane: float  # from one lane of a double to the next
    place: float  # the radius of a place
    font: float

    @classmethod
    def fitting(cls, pitches: list[float]) -> Measures:
        """From the room there is for one space, as the tighter routes of the board have it."""
        tight = sorted(pitches)[len(pitches) // 10] if pitches else 60.0
        width = min(max(tight * 0.25, 10.5), 16.0)
        return cls(width, width * 3.6, width + 3.5, 3.5 + width * 0.5, 7.5 + width * 0.4)


@dataclass(frozen=True, slots=True)
class Strand:
    """One stretch of a bundle: whole, or the part of it up to an edge of the map."""

    name: str
    routes: tuple[Route, ...]  # side by side
    start: Point
    end: Point
    ends: tuple[str, str | None]  # the places; None: the edge
    spaces: int

    def half(self, measures: Measures) -> float:
        return ((len(self.routes) - 1) * measures.lane + measures.space) / 2


def bundles_of(board: Board) -> list[tuple[Route, ...]]:
    """Routes between the same places, the same way round the map, in a stable order."""
    found: dict[tuple[tuple[str, ...], bool], list[Route]] = defaultdict(list)
    for route in board.routes.values():
        found[tuple(sorted(route.ends)), route.wraps].append(route)
    return [tuple(sorted(routes, key=lambda route: route.id)) for routes in found.values()]


def spaces_of(board: Board, route: Route) -> int:
    """How many spaces are printed: a kind with a fixed number of pieces has as many."""
    return board.pieces_for(route)[1]


def whole_strand(board: Board, routes: tuple[Route, ...], spots: Mapping[str, Point]) -> Strand:
    a, b = sorted(routes[0].ends)
    most = max(spaces_of(board, route) for route in routes)
    return Strand(routes[0].id, routes, spots[a], spots[b], (a, b), most)


def bent(strands: Iterable[Strand], spots: Mapping[str, Point], measures: Measures, frame: Box) -> dict[str, Curve]:
    """A curve for each strand that keeps clear of places and of the others as far as it can."""
    crowd, curves = Crowd(), dict[str, Curve]()
    ordered = sorted(strands, key=lambda s: (distance(s.start, s.end), s.name))
    for _ in range(_ROUNDS):
        for strand in ordered:
            crowd.remove(strand.name)
            judge = _Judge(strand, crowd, spots, measures, frame)
            curves[strand.name] = min(judge.candidates(), key=judge.cost)
            crowd.add(strand.name, curves[strand.name].walk(10), strand.half(measures))
    return curves


@dataclass(frozen=True)
class _Judge:
    """Tells good bends of one strand from bad ones."""

    strand: Strand
    crowd: Crowd
    spots: Mapping[str, Point]
    measures: Measures
    frame: Box

    @property
    def straight(self) -> float:
        return distance(self.strand.start, self.strand.end)

    def candidates(self) -> Iterator[Curve]:
        return (bend(self.strand.start, self.strand.end, part * self.straight) for part in _BENDS)

    def cost(self, curve: Curve) -> float:
        detour = curve.length / (self.straight or 1.0) - 1
        inner = list(curve.walk(10))
        free = [p for p in inner if self._is_free(p)]
        places = sum(self._at_places(point) for point in inner)
        others = sum(self._at_others(point) for point in free)
        outside = sum(not self.frame.holds(point, -self.strand.half(self.measures)) for point in free)
        return 40 * detour + places + others + 6 * outside + self._cramped(curve)

    def _is_free(self, point: Point) -> bool:
        """Near its own ends every route meets others."""
        return min(distance(point, self.strand.start), distance(point, self.strand.end)) > 3 * self.measures.place

    def _at_places(self, point: Point) -> float:
        reach = self.measures.place + self.strand.half(self.measures) + 5
        others = (spot for place, spot in self.spots.items() if place not in self.strand.ends)
        return sum(8 * (reach - far) / reach for spot in others if (far := distance(point, spot)) < reach)

    def _at_others(self, point: Point) -> float:
        half = self.strand.half(self.measures)
        return sum(1.0 for spot, radius, _ in self.crowd.near(point) if distance(point, spot) < half + radius + 2)

    def _cramped(self, curve: Curve) -> float:
        room = curve.length - 2 * self.measures.place
        return max(0.0, self.strand.spaces * _SHORTEST - room) * 2
