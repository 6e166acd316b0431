"""The courses of routes over the map: which form one bundle, and how each bundle bends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.board import Board, Route
from rules.pictures.crowd import Box, Crowd
from rules.pictures.geometry import Curve, Point, bend, distance

_BENDS = (0.0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18, 0.26, -0.26, 0.36, -0.36)
_ROUNDS = 2  # in the second round every bundle knows all the others
_SHORTEST = 18.0  # of a legible space
_STEP = 12.0
_PARTING = 46.0  # at this distance two routes from one place should be apart
_DETOUR, _OUTSIDE, _PLACE, _OTHER = 40.0, 6.0, 8.0, 3.0  # the weights of the costs


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes that depend on how much room a board has."""

    space: float  # the width of a space
    longest: float
    lane: float  # from one lane of a double to the next
    place: float  # the radius of a place
    font: float

    @classmethod
    def fitting(cls, pitches: list[float]) -> Measures:
        """From the room for one space on the tighter routes of the board."""
        tight = sorted(pitches)[len(pitches) // 10] if pitches else 60.0
        width = min(max(tight * 0.25, 10.5), 16.0)
        return cls(width, width * 3.0, width + 3.5, 3.5 + width * 0.5, 7.5 + width * 0.4)


@dataclass(frozen=True, slots=True)
class Strand:
    """A bundle, or the part of it up to an edge of the map."""

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
    """The number of spaces to draw: a kind with a fixed number of pieces has that many."""
    return board.pieces_for(route)[1]


def whole_strand(board: Board, routes: tuple[Route, ...], spots: Mapping[str, Point]) -> Strand:
    a, b = sorted(routes[0].ends)
    most = max(spaces_of(board, route) for route in routes)
    return Strand(routes[0].id, routes, spots[a], spots[b], (a, b), most)


def bent(
    strands: Iterable[Strand], spots: Mapping[str, Point], measures: Measures, frame: Box
) -> dict[str, Curve]:
    """A curve for each strand that avoids places and other strands as far as possible."""
    crowd, curves = Crowd(), dict[str, Curve]()
    for place, spot in spots.items():
        crowd.add(place, [spot], measures.place)
    ordered = sorted(strands, key=lambda s: (distance(s.start, s.end), s.name))
    corners = {strand.name: {*strand.ends} for strand in ordered} | {place: {place} for place in spots}
    for _ in range(_ROUNDS):
        for strand in ordered:
            crowd.remove(strand.name)
            curves[strand.name] = _Judge(strand, crowd, spots, corners, measures, frame).best()
            crowd.add(strand.name, curves[strand.name].walk(_STEP), strand.half(measures))
    return curves


@dataclass(frozen=True)
class _Judge:
    """Evaluates the possible bends of one strand."""

    strand: Strand
    crowd: Crowd
    spots: Mapping[str, Point]
    corners: Mapping[str, set[str | None]]  # the places at the ends of each strand
    measures: Measures
    frame: Box

    def best(self) -> Curve:
        """Tries the straightest first and stops when the detour alone costs more than the best so far."""
        start, end = self.strand.start, self.strand.end
        straight = distance(start, end) or 1.0
        best, least = bend(start, end, 0), float("inf")
        for part in _BENDS:
            curve = bend(start, end, part * straight)
            detour = _DETOUR * (curve.length / straight - 1)
            if detour >= least:
                break
            cost = detour + self._cost(curve)
            if cost < least:
                best, least = curve, cost
        return best

    def _cost(self, curve: Curve) -> float:
        half = self.strand.half(self.measures)
        total = self._cramped(curve)
        for point in curve.walk(_STEP):
            if self._is_free(point):
                total += 0 if self.frame.holds(point, -half) else _OUTSIDE
                total += sum(self._conflict(point, half, *disc) for disc in self.crowd.near(point))
        return total

    def _is_free(self, point: Point) -> bool:
        """Near its own ends a route cannot avoid others."""
        near = 3 * self.measures.place
        return distance(point, self.strand.start) > near and distance(point, self.strand.end) > near

    def _conflict(self, point: Point, half: float, spot: Point, radius: float, owner: str) -> float:
        reach = half + radius + 4
        far = distance(point, spot)
        if far >= reach or self._meets(point, owner):
            return 0.0
        return (_PLACE if owner in self.spots else _OTHER) * (reach - far) / reach

    def _meets(self, point: Point, owner: str) -> bool:
        """Two routes from one place are necessarily side by side at first."""
        shared = self.corners[owner] & {*self.strand.ends}
        return any(distance(point, self.spots[place]) < _PARTING for place in shared if place)

    def _cramped(self, curve: Curve) -> float:
        room = curve.length - 2 * (self.measures.place + 3)
        return max(0.0, self.strand.spaces * _SHORTEST - room) * 2
