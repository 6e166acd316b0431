"""What lies beside the map: the market, the piles and, after the end, everybody's tickets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.board import Board, Ticket
from rules.pictures.geometry import Space
from rules.pictures.labels import text_width
from rules.pictures.palette import INK, PAPER, WATER, Ink, SeatStyle
from rules.pictures.routes import SPACE_SHAPES, outline
from rules.pictures.seats import swatch
from rules.pictures.svg import centred, tag, text_of, words
from rules.views import SeatView, View

_LEFT, _RIGHT, _TEXT = 22.0, 1178.0, 112.0
_ROW, _SIZE = 26.0, 12.0
_CARD, _STEP = 40.0, 52.0
_DONE, _FAILED = "#1a7f37", "#b3261e"


def draw_supply(board: Board, inks: Mapping[str, Ink], view: View, top: float) -> tuple[str, float]:
    """One row; returns its lower edge too."""
    x, parts = _TEXT + _CARD / 2, [words("market", _LEFT, top + 4.5, 13)] if view.market else []
    for nth, face in enumerate(view.market):
        parts.append(_card(board, inks, face, nth, x, top))
        x += _STEP
    for pile, count in {**view.piles, "discarded": sum(view.discards.values())}.items():
        told = f"{pile} {count}"
        parts.append(tag("g", words(told, x, top + 4.5, 13), class_="pile", data_pile=pile, data_count=count))
        x += text_width(told, 13) + 26
    return tag("g", *parts, class_="supply"), top + _ROW + 6


def _card(board: Board, inks: Mapping[str, Ink], face: str | None, nth: int, x: float, y: float) -> str:
    """A card has the shape of its pile, the colour and letter of its colour, and dots for what it covers."""
    place = {"id": f"market-{nth + 1}", "class_": "card"}
    if face is None:
        empty = outline(
            "rectangle", Space(x, y, 0, _CARD, 22), fill="none", stroke="#8b8473", stroke_dasharray="3 2"
        )
        return tag("g", tag("title", "empty"), empty, **place)
    card = board.cards[face]
    piles = list(dict.fromkeys(other.pile for other in board.cards.values()))
    shape = SPACE_SHAPES[piles.index(card.pile) % len(SPACE_SHAPES)]
    ink = inks.get(card.color or "", Ink(PAPER, INK, ""))
    parts = [outline(shape, Space(x, y, 0, _CARD, 22), fill=ink.fill, stroke=INK, stroke_width=1.4)]
    parts.append(
        centred(ink.letter, x, y, 13, fill=ink.on, font_weight="bold") if card.color else _wild(x, y)
    )
    parts += [tag("circle", cx=x + side, cy=y, r=2.0, fill=ink.on) for side in _dots(card.spaces)]
    if card.harbour:
        parts.append(
            tag("circle", cx=x - _CARD / 2 + 7, cy=y, r=4.0, fill=PAPER, stroke=WATER, stroke_width=2.5)
        )
    return tag("g", tag("title", text_of(face)), *parts, **place, data_card=face)


def _wild(x: float, y: float) -> str:
    return SeatStyle(4).mark(x, y, 8, fill=INK)


def _dots(spaces: int) -> list[float]:
    """None for a card that covers one space."""
    return [_CARD / 2 - 8 + 5 * (n - spaces + 1) for n in range(spaces)] if spaces > 1 else []


def draw_tickets(board: Board, view: View, top: float) -> tuple[str, float]:
    """Those of every seat, which are open once the game is over; and the lower edge."""
    parts, y = [], top
    for seat in view.seats if view.phase == "over" else ():
        sign = swatch(seat.seat, _LEFT + 30, y)
        texts, y = _wrapped(list(_lines(board, seat)), y)
        parts.append(tag("g", sign, *texts, class_="tickets", data_seat=seat.seat))
        y += _ROW
    return tag("g", *parts, class_="all-tickets"), y


def _lines(board: Board, seat: SeatView) -> Iterator[tuple[str, str, bool]]:
    """Each ticket by its id, in words, and whether it brought points."""
    points = {line["what"]: line["points"] for line in seat.sheet or ()}
    for ticket in seat.tickets or ():
        found = points.get(ticket, 0)
        yield ticket, f"{_ends(board, board.tickets[ticket])} {found:+d}", found > 0


def _ends(board: Board, ticket: Ticket) -> str:
    return "–".join(board.places[place].name for place in ticket.places)


def _wrapped(lines: list[tuple[str, str, bool]], y: float) -> tuple[list[str], float]:
    texts, x = [], _TEXT
    for ticket, told, is_done in lines:
        sign = "✓" if is_done else "✗"
        wide = text_width(f"{sign} {told}", _SIZE) + 8
        if x + wide > _RIGHT and x > _TEXT:
            x, y = _TEXT, y + _ROW - 6
        look = {"fill": _DONE if is_done else _FAILED, "class_": "done" if is_done else "failed"}
        texts.append(words(f"{sign} {told}", x, y + 4.5, _SIZE, **look, data_ticket=ticket))
        x += wide
    return texts, y
