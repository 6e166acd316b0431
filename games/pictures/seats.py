"""The people at a table, as everybody may see them: score, pieces, cards and tickets in number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.pictures.palette import INK, SeatStyle
from games.pictures.svg import tag, words
from rules.board import Board
from rules.views import SeatView, View

ROW = 24.0
_SIZE = 13.0
_FIRST, _STEP = 290.0, 112.0


def draw_seats(board: Board, view: View, names: Sequence[str], left: float, top: float) -> tuple[str, float]:
    """A table with a row a seat; and where it ends."""
    heads = [head for head, _ in columns(board, view, view.seats[0])] if view.seats else []
    look = {"text_anchor": "end", "fill": "#555555"}
    parts = [words(head, left + _FIRST + _STEP * i, top + 4, 11, **look) for i, head in enumerate(heads)]
    for nth, seat in enumerate(view.seats, start=1):
        parts.append(_row(board, view, seat, names[seat.seat], left, top + ROW * nth))
    return tag("g", *parts, class_="seats"), top + ROW * (len(view.seats) + 1) + 8


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


def _row(board: Board, view: View, seat: SeatView, name: str, left: float, y: float) -> str:
    acting = seat.seat in view.to_act
    weight = "bold" if acting or seat.seat in view.winners else None
    parts = [_turn(left, y)] if acting else []
    name += " – winner" if seat.seat in view.winners else ""
    parts += [swatch(seat.seat, left + 30, y), words(name, left + 54, y + 4.5, _SIZE, font_weight=weight)]
    for i, (head, value) in enumerate(columns(board, view, seat)):
        bold = "bold" if head == "score" else None
        x = left + _FIRST + _STEP * i
        parts.append(words(str(value), x, y + 4.5, _SIZE, text_anchor="end", font_weight=bold))
    return tag("g", *parts, id=f"seat-{seat.seat}", class_="seat")


def swatch(seat: int, x: float, y: float) -> str:
    style = SeatStyle(seat)
    box = tag("rect", x=x - 13, y=y - 9, width=26, height=18, rx=2, fill=style.fill, stroke=INK, stroke_width=1.4)
    return box + style.mark(x, y, 7)


def _turn(x: float, y: float) -> str:
    return tag("polygon", points=f"{x},{y - 6} {x + 10},{y} {x},{y + 6}", fill=INK, class_="turn")
