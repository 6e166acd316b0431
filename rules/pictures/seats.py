"""The seats of a table as spectators see them: score and the numbers of pieces, cards and tickets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.board import Board
from rules.pictures.palette import INK, SeatStyle
from rules.pictures.svg import tag, words
from rules.views import SeatView, View

ROW = 24.0
_SIZE = 13.0
_LEFT, _FIRST, _LAST, _STEP = (
    22.0,
    372.0,
    1150.0,
    112.0,
)  # the right edge of the first column, and the distance of columns


def draw_seats(board: Board, view: View, names: Sequence[str], top: float) -> tuple[str, float]:
    """A table with a row per seat; returns its lower edge too."""
    heads = [head for head, _ in columns(board, view, view.seats[0])] if view.seats else []
    stops = _stops(len(heads))
    parts = [
        words(head, x, top + 4, 11, text_anchor="end", fill="#555555")
        for head, x in zip(heads, stops, strict=True)
    ]
    for nth, seat in enumerate(view.seats, start=1):
        numbers = [value for _, value in columns(board, view, seat)]
        y = top + ROW * nth
        row = _who(view, seat.seat, names[seat.seat], y) + _numbers(numbers, stops, y)
        parts.append(tag("g", row, id=f"seat-{seat.seat}", class_="seat", data_seat=seat.seat))
    return tag("g", *parts, class_="seats"), top + ROW * (len(view.seats) + 1) + 8


def _stops(count: int) -> list[float]:
    """The right edges of the columns; many columns move closer together."""
    step = min(_STEP, (_LAST - _FIRST) / max(count - 1, 1))
    return [_FIRST + step * i for i in range(count)]


def columns(board: Board, view: View, seat: SeatView) -> Iterator[tuple[str, int]]:
    yield "score", seat.score
    yield "cards", sum(seat.cards.values())
    yield "tickets", seat.tickets_held
    for piece in board.pieces:
        yield f"{piece} left", seat.pieces.get(piece, 0)
    yield "routes", sum(owner == seat.seat for owner in view.claims.values())
    if any(route.goods for route in board.routes.values()):
        yield "goods", seat.goods
    if any(place.harbour for place in board.places.values()):
        yield "harbours built", sum(owner == seat.seat for owner in view.harbours.values())


def _who(view: View, seat: int, name: str, y: float) -> str:
    acting, won = seat in view.to_act, seat in view.winners
    told = f"{name} – winner" if won else name
    who = words(told, _LEFT + 54, y + 4.5, _SIZE, font_weight="bold" if acting or won else None)
    return (_turn(_LEFT, y) if acting else "") + swatch(seat, _LEFT + 30, y) + who


def _numbers(values: list[int], stops: list[float], y: float) -> str:
    """The score comes first and is emphasised."""
    weights = ["bold", *[None] * (len(values) - 1)]
    return "".join(
        words(str(value), x, y + 4.5, _SIZE, text_anchor="end", font_weight=weight)
        for value, x, weight in zip(values, stops, weights, strict=True)
    )


def swatch(seat: int, x: float, y: float) -> str:
    style = SeatStyle(seat)
    box = tag(
        "rect", x=x - 13, y=y - 9, width=26, height=18, rx=2, fill=style.fill, stroke=INK, stroke_width=1.4
    )
    return box + style.mark(x, y, 7)


def _turn(x: float, y: float) -> str:
    return tag("polygon", points=f"{x},{y - 6} {x + 10},{y} {x},{y + 6}", fill=INK, class_="turn")
