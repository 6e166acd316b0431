"""The legend: the signs that occur on a board, and how certain its facts are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.board import CONFIDENCES, Board
from rules.pictures import places, routes
from rules.pictures.geometry import Space
from rules.pictures.labels import text_width
from rules.pictures.palette import GRAY_FILL, INK, LAST_FILL, Ink
from rules.pictures.svg import centred, tag, words

Item = tuple[Callable[[float, float], str], str]  # a function that draws the sign, and its meaning

SIZE, ROW = 12.0, 24.0
_SIGN = 34.0


def items(board: Board, inks: Mapping[str, Ink]) -> Iterator[Item]:
    for kind in board.kinds.values():
        yield _kind_sign(board, kind.id), _kind_told(board, kind.id)
    for color, ink in inks.items():
        yield _color_sign(ink), f"{color} ({ink.letter})" if ink.letter else f"{color}: any one color"
    if any(route.pair_spaces for route in board.routes.values()):
        yield _pair, "space that takes a pair of cards"
    if any(route.goods for route in board.routes.values()):
        yield _crate, "brings goods"
    if any(place.harbour for place in board.places.values()):
        yield _site, "a harbour may be built"
        yield _harbour, "harbour, with its builder's shape"
    if any(place.junction for place in board.places.values()):
        yield _junction, "junction, no city"
    if any(route.wraps for route in board.routes.values()):
        yield _arrow, "goes on at the other edge, to the place named"
    for district in board.districts.values():
        yield (
            _district(board, district.id),
            f"district, {district.points} point{'s' * (district.points != 1)}",
        )


def table_items(*, has_closed: bool, has_last: bool) -> Iterator[Item]:
    """The signs of a table that its board does not have."""
    if has_closed:
        yield _closed, "closed: its twin is claimed"
    if has_last:
        yield _last, "the last move"


def _kind_told(board: Board, kind: str) -> str:
    found = board.kinds[kind]
    points = ", ".join(f"{length}: {points}" for length, points in found.points.items())
    how = "the number says how many cards; " if found.pieces_per_route is not None else ""
    return f"{kind} ({how}points by length {points})"


def _kind_sign(board: Board, kind: str) -> Callable[[float, float], str]:
    shape = routes.shape_of(board, kind)
    has_number = board.kinds[kind].pieces_per_route is not None

    def draw(x: float, y: float) -> str:
        space = Space(x - 5 if has_number else x, y, 0, 16 if has_number else 22, 11)
        body = routes.outline(shape, space, fill=GRAY_FILL, stroke=INK)
        return body + (routes.number_sign(2, space) if has_number else "")

    return draw


def _color_sign(ink: Ink) -> Callable[[float, float], str]:
    def draw(x: float, y: float) -> str:
        box = routes.outline("rectangle", Space(x, y, 0, 20, 13), fill=ink.fill, stroke=INK)
        letter = centred(ink.letter, x, y, 11, fill=ink.on, font_weight="bold") if ink.letter else ""
        return box + letter

    return draw


def _pair(x: float, y: float) -> str:
    space = Space(x, y, 0, 22, 12)
    return routes.outline("rectangle", space, fill=GRAY_FILL, stroke=INK) + routes.pair_sign(space)


def _closed(x: float, y: float) -> str:
    return routes.closed_space("rectangle", Space(x, y, 0, 22, 12))


def _last(x: float, y: float) -> str:
    return tag("rect", x=x - 11, y=y - 7, width=22, height=14, rx=7, fill=LAST_FILL)


def _crate(x: float, y: float) -> str:
    return routes.crate(x, y, 6.5)


def _site(x: float, y: float) -> str:
    return places.harbour_site(x, y, 6.5)


def _harbour(x: float, y: float) -> str:
    return places.harbour(x, y, 8.5, 0)


def _junction(x: float, y: float) -> str:
    return places.junction(x, y, 7.5)


def _arrow(x: float, y: float) -> str:
    return tag("polygon", points=f"{x + 6},{y} {x - 6},{y - 6} {x - 6},{y + 6}", fill=INK)


def _district(board: Board, name: str) -> Callable[[float, float], str]:
    return lambda x, y: places.district_disc(board.districts[name], x, y, 9.0)


def draw_legend(found: Iterator[Item], left: float, top: float, right: float) -> tuple[str, float]:
    """The signs, wrapped like words; returns their lower edge too."""
    parts, x, y = [], left, top
    for sign, told in found:
        wide = _SIGN + text_width(told, SIZE) + 10
        if x + wide > right and x > left:
            x, y = left, y + ROW
        parts += [sign(x + 13, y), words(told, x + _SIGN - 3, y + SIZE * 0.36, SIZE)]
        x += wide
    return tag("g", *parts, class_="legend"), y + ROW


def provenance(board: Board) -> str:
    """One sentence on how certain the board is; empty if all of it is confirmed."""
    unsure = [c for c in CONFIDENCES[1:] if any(c in counts for counts in board.provenance.values())]
    if not unsure:
        return ""
    told = "; ".join(f"{confidence}: {_parts(board, confidence)}" for confidence in reversed(unsure))
    return f"Not all of this board is confirmed. In part or whole {told}."


def _parts(board: Board, confidence: str) -> str:
    return ", ".join(part for part, counts in board.provenance.items() if confidence in counts)
