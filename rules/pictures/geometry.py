"""Curves, and the spaces of routes along them."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

Point = tuple[float, float]

_STEPS = 24
_GAP = 2.5  # between two spaces
_WIDEST_GAP = 9.0
_UNSEEN = 0.1  # pixels


def distance(a: Point, b: Point) -> float:
    return math.hypot(b[0] - a[0], b[1] - a[1])


@dataclass(frozen=True, slots=True)
class Space:
    """The place of a piece: its centre, its direction in degrees, its length and width."""

    x: float
    y: float
    angle: float
    length: float
    width: float

    def corners(self) -> list[Point]:
        along, across = turned(self.length / 2, 0, self.angle), turned(0, self.width / 2, self.angle)
        signs = ((1, 1), (1, -1), (-1, -1), (-1, 1))
        return [
            (self.x + s * along[0] + t * across[0], self.y + s * along[1] + t * across[1]) for s, t in signs
        ]


def turned(x: float, y: float, degrees: float) -> Point:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return x * cos - y * sin, x * sin + y * cos


class Curve:
    """A line through many points, indexed by distance."""

    def __init__(self, points: list[Point]) -> None:
        self.points = points
        self._marks = list(accumulate((distance(a, b) for a, b in pairwise(points)), initial=0.0))

    @property
    def length(self) -> float:
        return self._marks[-1]

    def at(self, walked: float) -> tuple[Point, float]:
        """The point at this distance, and the direction there in degrees."""
        end = min(max(bisect_left(self._marks, walked), 1), len(self.points) - 1)
        (ax, ay), (bx, by) = self.points[end - 1], self.points[end]
        step = self._marks[end] - self._marks[end - 1]
        part = (walked - self._marks[end - 1]) / step if step else 0.0
        return (ax + part * (bx - ax), ay + part * (by - ay)), math.degrees(math.atan2(by - ay, bx - ax))

    @cached_property
    def corners(self) -> list[Point]:
        """The points by which it is drawn: it looks the same without the others, at half the size."""
        return _thinned(self.points)

    def beside(self, shift: float) -> Curve:
        """The parallel at this many pixels to the right."""
        shifted = []
        for mark in self._marks:
            (x, y), angle = self.at(mark)
            dx, dy = turned(0, shift, angle)
            shifted.append((x + dx, y + dy))
        return Curve(shifted)

    def walk(self, step: float) -> Iterator[Point]:
        count = max(1, round(self.length / step))
        return (self.at(self.length * i / count)[0] for i in range(count + 1))


def _thinned(points: list[Point]) -> list[Point]:
    """Keeps the point that is farthest from the straight line, as long as its distance can be seen."""
    start, end = points[0], points[-1]
    far, at = max(((_away(point, start, end), i) for i, point in enumerate(points)), key=lambda one: one[0])
    if far <= _UNSEEN:
        return [start, end]
    return _thinned(points[: at + 1])[:-1] + _thinned(points[at:])


def _away(point: Point, start: Point, end: Point) -> float:
    """The distance of the point from the line between two others."""
    (x, y), (dx, dy) = (point[0] - start[0], point[1] - start[1]), (end[0] - start[0], end[1] - start[1])
    part = min(max((x * dx + y * dy) / ((dx * dx + dy * dy) or 1.0), 0.0), 1.0)
    return math.hypot(x - part * dx, y - part * dy)


def bend(a: Point, b: Point, sag: float) -> Curve:
    """From `a` to `b`, its middle `sag` pixels to the right of the straight line."""
    far = distance(a, b) or 1.0
    normal = ((a[1] - b[1]) / far, (b[0] - a[0]) / far)
    middle = tuple((p + q) / 2 + 2 * sag * n for p, q, n in zip(a, b, normal, strict=True))
    points = []
    for i in range(_STEPS + 1):
        t = i / _STEPS
        u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((u * a[0] + v * middle[0] + w * b[0], u * a[1] + v * middle[1] + w * b[1]))
    return Curve(points)


def spaces_along(curve: Curve, count: int, *, width: float, longest: float, insets: Point) -> list[Space]:
    """The given number of equally long spaces, centred between the two ends."""
    room = max(curve.length - sum(insets), count * (_GAP + 1))
    length = min(longest, room / max(count, 1) - _GAP)
    pitch = min(room / max(count, 1), length + _WIDEST_GAP)
    start = insets[0] + (room - pitch * count) / 2
    found = []
    for i in range(count):
        (x, y), angle = curve.at(start + pitch * (i + 0.5))
        found.append(Space(x, y, angle, length, width))
    return found
