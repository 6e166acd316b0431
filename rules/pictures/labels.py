"""Positions of names: beside their places, overlapping as little as possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rules.board import Place
from rules.pictures.crowd import Box, Crowd
from rules.pictures.geometry import Point, distance
from rules.pictures.strands import Measures

# How wide letters are in bold, relative to the font size; in Verdana and DejaVu Sans they hardly differ.
_WIDE = 0.72
_WIDTHS = dict.fromkeys("ijlIJ.,:;'’ ()-", 0.36) | dict.fromkeys("frt", 0.5)
_WIDTHS |= dict.fromkeys("csz", 0.6) | dict.fromkeys("ADGHKNOQRUVXwß&–", 0.85)
_WIDTHS |= dict.fromkeys("mMW", 1.05)
_HIGH = 1.12
# Right, left, above and below are tried before the corners; the last number shifts the text.
_SIDES = (
    *((1, 0, 0), (-1, 0, 0), (0, -1, 0), (0, 1, 0)),
    *((0.7, -0.8, 0), (-0.7, -0.8, 0), (0.7, 0.8, 0), (-0.7, 0.8, 0)),
    *((0, -1, 0.25), (0, -1, -0.25), (0, 1, 0.25), (0, 1, -0.25)),
    *((0, -1, 0.42), (0, -1, -0.42), (0, 1, 0.42), (0, 1, -0.42)),
    *((0.9, -0.4, 0), (-0.9, -0.4, 0), (0.9, 0.4, 0), (-0.9, 0.4, 0)),
)
_AWAY = (2.0, 6.0, 11.0, 17.0)  # from the disc
_SMALLEST = 11.0
_ROUNDS = 5
_DOUBT, _CLEAR, _FAR = 5.0, 4.0, 150.0
_HIDES = 40.0  # a name on a space is much worse than one on a line


@dataclass(frozen=True, slots=True)
class Label:
    lines: tuple[str, ...]
    x: float
    y: float  # the baseline of the first line
    anchor: str
    size: float
    box: Box

    def within(self, frame: Box) -> Label:
        """Moved onto the map, if it would reach beyond."""
        box = self.box
        x = max(frame.left - box.left, 0.0) + min(frame.right - box.right, 0.0)
        y = max(frame.top - box.top, 0.0) + min(frame.bottom - box.bottom, 0.0)
        if not x and not y:
            return self
        moved = Box(box.left + x, box.top + y, box.right + x, box.bottom + y)
        return replace(self, x=self.x + x, y=self.y + y, box=moved)


@dataclass(frozen=True, slots=True)
class Ground:
    """What is on the map before the names."""

    lines: Crowd
    solid: Crowd
    frame: Box


def text_width(text: str, size: float) -> float:
    return size * sum(_WIDTHS.get(letter, _WIDE) for letter in text)


def place_labels(
    places: Mapping[str, Place], spots: Mapping[str, Point], measures: Measures, ground: Ground
) -> dict[str, Label]:
    """Lines, spaces, places and other names are avoided."""
    for spot in spots.values():
        ground.solid.add("places", [spot], measures.place)
    options = {p.id: _judged(p.name, spots[p.id], spots, measures, ground) for p in places.values()}
    found: dict[str, Label] = {}
    for _ in range(_ROUNDS):
        for name, judged in options.items():
            others = [label.box for other, label in found.items() if other != name]
            found[name] = _best(judged, others)
    return found


def _best(judged: list[tuple[float, Label]], others: list[Box]) -> Label:
    """Candidates come cheapest first and other names only add cost, so most need not be evaluated."""
    best, least = judged[0][1], float("inf")
    for cost, label in judged:
        if cost >= least:
            break
        whole = cost + sum(map(label.box.overlap, others))
        if whole < least:
            best, least = label, whole
    return best


def _judged(
    name: str, spot: Point, spots: Mapping[str, Point], measures: Measures, ground: Ground
) -> list[tuple[float, Label]]:
    """Each candidate with its cost apart from other names, the best first; smaller ones if none is clear."""
    found: list[tuple[float, Label]] = []
    reach = text_width(name, measures.font) + _FAR  # no candidate comes near a place beyond
    others = [other for other in spots.values() if other != spot and distance(other, spot) < reach]
    for size in (measures.font, max(_SMALLEST, measures.font * 0.88)):
        for rank, free in _options(name, spot, size, measures.place):
            label = free.within(ground.frame)
            cost = 0.25 * rank + ground.lines.inside(label.box) + _HIDES * ground.solid.inside(label.box)
            found.append((cost + _doubt(label, spot, others), label))
        found.sort(key=lambda judged: judged[0])
        if found[0][0] < _HIDES:
            break
    return found


def _doubt(label: Label, own: Point, others: list[Point]) -> float:
    """The cost of being close to another place, whose name it could be mistaken for."""
    far = label.box.away(own)
    return sum(_DOUBT for spot in others if label.box.away(spot) <= far + _CLEAR)


def _options(name: str, spot: Point, size: float, radius: float) -> Iterator[tuple[float, Label]]:
    for extra, lines in enumerate(_breaks(name)):
        for away, near in enumerate(_AWAY):
            for rank, side in enumerate(_SIDES):
                yield rank + 3 * extra + 6 * away, _label(lines, spot, side, size, radius + near)


def _breaks(name: str) -> list[tuple[str, ...]]:
    """In one line, or in two of similar length."""
    parts = name.split(" ")
    halves = [(" ".join(parts[:i]), " ".join(parts[i:])) for i in range(1, len(parts))]
    best = sorted(halves, key=lambda pair: (max(map(len, pair)), pair))
    return [(name,), *best[:1]]


def _label(
    lines: tuple[str, ...], spot: Point, side: tuple[float, float, float], size: float, reach: float
) -> Label:
    wide, high = max(text_width(line, size) for line in lines), len(lines) * size * _HIGH
    x, y = spot[0] + side[0] * reach + side[2] * wide, spot[1] + side[1] * reach
    left = {1: x, 0: x - wide / 2, -1: x - wide}[_sign(side[0])]
    top = {1: y, 0: y - high / 2, -1: y - high}[_sign(side[1])]
    anchor = {1: "start", 0: "middle", -1: "end"}[_sign(side[0])]
    return Label(lines, x, top + size * 0.92, anchor, size, Box(left, top, left + wide, top + high))


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
