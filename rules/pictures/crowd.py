"""The areas already occupied, so that what is placed next can avoid them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.pictures.geometry import Point

_CELL = 40.0
_LARGEST = 14.0  # disc that boxes are held against


@dataclass(frozen=True, slots=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def holds(self, point: Point, margin: float = 0.0) -> bool:
        x, y = point
        return self.left - margin < x < self.right + margin and self.top - margin < y < self.bottom + margin

    def away(self, point: Point) -> float:
        """The distance of the point from the box; 0 inside."""
        x, y = point
        return math.hypot(max(self.left - x, 0, x - self.right), max(self.top - y, 0, y - self.bottom))

    def outside(self, frame: Box) -> float:
        """By how many pixels it exceeds the frame."""
        wide = max(0.0, frame.left - self.left) + max(0.0, self.right - frame.right)
        return wide + max(0.0, frame.top - self.top) + max(0.0, self.bottom - frame.bottom)


class Crowd:
    """Discs on a grid, each with an owner, by which they can be removed."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[tuple[Point, float, str]]] = defaultdict(list)
        self._used: dict[str, set[tuple[int, int]]] = defaultdict(set)

    def add(self, owner: str, points: Iterable[Point], radius: float) -> None:
        for point in points:
            self._cells[_cell(point)].append((point, radius, owner))
            self._used[owner].add(_cell(point))

    def remove(self, owner: str) -> None:
        for cell in self._used.pop(owner, ()):
            self._cells[cell] = [disc for disc in self._cells[cell] if disc[2] != owner]

    def near(self, point: Point) -> Iterator[tuple[Point, float, str]]:
        column, row = _cell(point)
        for x in (column - 1, column, column + 1):
            for y in (row - 1, row, row + 1):
                yield from self._cells.get((x, y), ())

    def inside(self, box: Box) -> int:
        """How many discs touch the box."""
        columns = range(int((box.left - _LARGEST) // _CELL), int((box.right + _LARGEST) // _CELL) + 1)
        rows = range(int((box.top - _LARGEST) // _CELL), int((box.bottom + _LARGEST) // _CELL) + 1)
        cells = filter(None, (self._cells.get((x, y)) for x in columns for y in rows))
        left, top, right, bottom = box.left, box.top, box.right, box.bottom
        return sum(
            left - radius < x < right + radius and top - radius < y < bottom + radius
            for cell in cells
            for (x, y), radius, _ in cell
        )


def _cell(point: Point) -> tuple[int, int]:
    return int(point[0] // _CELL), int(point[1] // _CELL)
