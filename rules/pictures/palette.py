"""Colours, each with a second means of distinction: a letter for routes, a shape for seats."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from rules.board import Board
from rules.cards import GRAY
from rules.pictures.svg import points, tag

INK = "#1c1c1c"
PAPER = "#ffffff"
WATER = "#1f5f8b"
LAST_FILL = "#ffd400"

# They differ in lightness too, for readers who cannot tell red from green.
_INKS: Mapping[str, str] = {
    "red": "#c8232c",
    "blue": "#2f6fcb",
    "green": "#52b85b",
    "black": "#2b2b2b",
    "orange": "#f2921e",
    "purple": "#6f3a9c",
    "pink": "#f4a9cf",
    "yellow": "#f7da3c",
    "white": "#ffffff",
    GRAY: "#a6a29a",
}
GRAY_FILL = _INKS[GRAY]
_SPARE = ("#5ec4c0", "#a0724a", "#b7c94a", "#c8553d", "#8fa3c9")  # for colours without an entry above


@dataclass(frozen=True, slots=True)
class Ink:
    fill: str
    on: str  # a legible text colour on it
    letter: str


def inks_of(board: Board) -> dict[str, Ink]:
    """Every colour of the board. Gray, which accepts any, has no letter."""
    found, letters = {GRAY: Ink(_INKS[GRAY], INK, "")}, set[str]()
    for number, color in enumerate(sorted(board.colors)):
        fill = _INKS.get(color, _SPARE[number % len(_SPARE)])
        letter = next((c for c in color.upper() if c not in letters), str(number))
        letters.add(letter)
        found[color] = Ink(fill, readable_on(fill), letter)
    return found


def district_fill(color: str) -> str:
    return _INKS.get(color, _SPARE[0])


def readable_on(fill: str) -> str:
    return max((INK, PAPER), key=lambda text: contrast(text, fill))


def contrast(one: str, other: str) -> float:
    """As WCAG defines it, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    """Relative luminance as WCAG defines it, from 0 to 1."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= _DARK else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_DARK = 0.04045


# -- seats -------------------------------------------------------------------------------------
# The palette of Okabe and Ito, which is safe for colour-blind readers.

_SEATS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#f0e442", "#56b4e9")
_SIDES = {"square": (4, 45), "triangle": (3, -90), "diamond": (4, 0), "hexagon": (6, 0)}
SHAPES = ("circle", "square", "triangle", "diamond", "star", "cross", "hexagon")


@dataclass(frozen=True, slots=True)
class SeatStyle:
    """Colours and shapes repeat with different periods, so that many seats stay distinct."""

    number: int

    @property
    def fill(self) -> str:
        return _SEATS[self.number % len(_SEATS)]

    @property
    def on(self) -> str:
        return readable_on(self.fill)

    @property
    def shape(self) -> str:
        return SHAPES[self.number % len(SHAPES)]

    def mark(self, x: float, y: float, radius: float, fill: str = "", stroke: str | None = None) -> str:
        """The shape of the seat around a point."""
        look = {"fill": fill or self.on, "stroke": stroke, "class_": f"mark {self.shape}"}
        if self.shape == "circle":
            return tag("circle", cx=x, cy=y, r=radius * 0.85, **look)
        return tag(
            "polygon", points=points((x + radius * dx, y + radius * dy) for dx, dy in self._corners()), **look
        )

    def _corners(self) -> list[tuple[float, float]]:
        if self.shape == "star":
            return [_on_circle(-90 + 36 * i, 0.45 if i % 2 else 1.1) for i in range(10)]
        if self.shape == "cross":
            return _CROSS
        sides, start = _SIDES[self.shape]
        return [_on_circle(start + 360 * i / sides, 1.1) for i in range(sides)]


def _on_circle(degrees: float, radius: float) -> tuple[float, float]:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


_a, _b = 0.32, 0.95
_CROSS = [(-_a, -_b), (_a, -_b), (_a, -_a), (_b, -_a), (_b, _a), (_a, _a)]
_CROSS += [(-x, -y) for x, y in _CROSS]
