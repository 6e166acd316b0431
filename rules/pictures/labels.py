"""Positions of names: beside their places, overlapping as little as possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.board import Place
from rules.pictures.crowd import Box, Crowd
from rules.pictures.geometry import Point
from rules.pictures.strands import Measures

_WIDE = 0.62  # the average width of a letter, relative to the font size
_HIGH = 1.12
# Right, left, above and below are tried before the corners; the last number shifts the text.
_SIDES = (
    *((1, 0, 0), (-1, 0, 0), (0, -1, 0), (0, 1, 0)),
    *((0.7, -0.8, 0), (-0.7, -0.8, 0), (0.7, 0.8, 0), (-0.7, 0.8, 0)),
    *((0, -1, 0.25), (0, -1, -0.25), (0, 1, 0.25), (0, 1, -0.25)),
)
_AWAY = (3.0, 9.0, 16.0)  # from the disc
_ROUNDS = 3
_DOUBT, _CLEAR = 5.0, 4.0


@dataclass(frozen=True, slots=True)
class Label:
    lines: tuple[str, ...]
    x: float
    y: float  # the baseline of the first line
    anchor: str
    size: float
    box: Box


def text_width(text: str, size: float) -> float:
    return len(text) * size * _WIDE


def place_labels(
    places: Mapping[str, Place], spots: Mapping[str, Point], measures: Measures, crowd: Crowd, frame: Box
) -> dict[str, Label]:
    """The crowd has the routes; places and other names are avoided too."""
    for spot in spots.values():
        crowd.add("places", [spot], measures.place)
    options = {p.id: _judged(p.name, spots[p.id], spots, measures, crowd, frame) for p in places.values()}
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
        whole = cost + 0.5 * sum(map(label.box.overlap, others))
        if whole < least:
            best, least = label, whole
    return best


def _judged(
    name: str, spot: Point, spots: Mapping[str, Point], measures: Measures, crowd: Crowd, frame: Box
) -> list[tuple[float, Label]]:
    """Each candidate with its cost apart from other names, the best first."""
    found = []
    for rank, label in _options(name, spot, measures):
        cost = 0.25 * rank + crowd.inside(label.box) + 50 * label.box.outside(frame)
        found.append((cost + _doubt(label, spot, spots), label))
    return sorted(found, key=lambda judged: judged[0])


def _doubt(label: Label, own: Point, spots: Mapping[str, Point]) -> float:
    """The cost of being close to another place, whose name it could be mistaken for."""
    far = label.box.away(own)
    return sum(_DOUBT for spot in spots.values() if spot != own and label.box.away(spot) <= far + _CLEAR)


def _options(name: str, spot: Point, measures: Measures) -> Iterator[tuple[float, Label]]:
    for extra, lines in enumerate(_breaks(name)):
        for away, near in enumerate(_AWAY):
            for rank, side in enumerate(_SIDES):
                yield rank + 3 * extra + 6 * away, _label(lines, spot, side, measures, near)


def _breaks(name: str) -> list[tuple[str, ...]]:
    """In one line, or in two of similar length."""
    parts = name.split(" ")
    halves = [(" ".join(parts[:i]), " ".join(parts[i:])) for i in range(1, len(parts))]
    best = sorted(halves, key=lambda pair: (max(map(len, pair)), pair))
    return [(name,), *best[:1]]


def _label(
    lines: tuple[str, ...], spot: Point, side: tuple[float, float, float], measures: Measures, near: float
) -> Label:
    size, reach = measures.font, measures.place + near
    wide, high = max(text_width(line, size) for line in lines), len(lines) * size * _HIGH
    x, y = spot[0] + side[0] * reach + side[2] * wide, spot[1] + side[1] * reach
    left = {1: x, 0: x - wide / 2, -1: x - wide}[_sign(side[0])]
    top = {1: y, 0: y - high / 2, -1: y - high}[_sign(side[1])]
    anchor = {1: "start", 0: "middle", -1: "end"}[_sign(side[0])]
    return Label(lines, x, top + size * 0.92, anchor, size, Box(left, top, left + wide, top + high))


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
