"""Routes over the edge of the map (WRAP-1): they leave on one side and enter on the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.board import Board, Route
from rules.pictures.geometry import Point, distance
from rules.pictures.strands import Measures, Strand, spaces_of

BEYOND = 14.0  # how far past the edge a line is drawn, so that all its lanes are cut off there
_BETWEEN = 24.0  # the edge also has room for a name at each crossing


@dataclass(frozen=True, slots=True)
class Crossing:
    """A bundle that leaves the map at this height."""

    routes: tuple[Route, ...]
    east: str  # the place at the right side of the map
    west: str
    y: float


def crossings_of(
    bundles: list[tuple[Route, ...]], spots: Mapping[str, Point], measures: Measures, width: float
) -> list[Crossing]:
    """From the top down, with room between them."""
    wanted = sorted(
        (_crossing(routes, spots, width) for routes in bundles), key=lambda c: (c.y, c.east, c.west)
    )
    heights = _apart([c.y for c in wanted], [_BETWEEN + measures.lane * len(c.routes) for c in wanted])
    return [Crossing(c.routes, c.east, c.west, y) for c, y in zip(wanted, heights, strict=True)]


def _crossing(routes: tuple[Route, ...], spots: Mapping[str, Point], width: float) -> Crossing:
    """Where a straight line on the cylindrical map would cross the seam."""
    west, east = sorted(routes[0].ends, key=lambda place: (spots[place], place))
    out, back = width - spots[east][0], spots[west][0]
    part = out / (out + back) if out + back else 0.5
    return Crossing(routes, east, west, spots[east][1] + part * (spots[west][1] - spots[east][1]))


def _apart(heights: list[float], rooms: list[float]) -> list[float]:
    """Push them apart in a few rounds, keeping their order."""
    found = list(heights)
    for _ in range(60):
        for i in range(len(found) - 1):
            short = (rooms[i] + rooms[i + 1]) / 2 - (found[i + 1] - found[i])
            if short > 0:
                found[i], found[i + 1] = found[i] - short / 2, found[i + 1] + short / 2
    return found


def strands_of(
    board: Board, crossing: Crossing, spots: Mapping[str, Point], width: float
) -> tuple[Strand, Strand]:
    """The part up to the right edge and the part from the left one, which share the spaces."""
    routes, name = crossing.routes, crossing.routes[0].id
    out, back = (width + BEYOND, crossing.y), (-BEYOND, crossing.y)
    east, west = spots[crossing.east], spots[crossing.west]
    spaces = max(spaces_of(board, route) for route in routes)
    part = distance(east, out) / ((distance(east, out) + distance(west, back)) or 1.0)
    here = min(max(round(spaces * part), 1), spaces - 1) if spaces > 1 else 1
    return (
        Strand(f"{name} east", routes, east, out, (crossing.east, None), here),
        Strand(f"{name} west", routes, back, west, (crossing.west, None), spaces - here),
    )
