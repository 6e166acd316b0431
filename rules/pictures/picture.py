"""A whole picture: the map, the seats of a table if there is one, and the legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from rules.board import Board
from rules.pictures import legend
from rules.pictures.layout import HEIGHT, TOP, WIDTH, Layout
from rules.pictures.palette import INK, inks_of
from rules.pictures.places import PlacePainter, edge_name
from rules.pictures.routes import RoutePainter
from rules.pictures.seats import draw_seats
from rules.pictures.supply import draw_supply, draw_tickets
from rules.pictures.svg import picture, tag, words
from rules.views import View

_LEFT = 22.0


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as a spectator sees it. Before the start there is no view of a game yet."""

    view: View | None
    names: Sequence[str] = field(default_factory=tuple)  # by seat
    heading: str = ""  # the state of the game in one line
    closed: frozenset[str] = frozenset()  # routes that nobody can claim any more
    last: frozenset[str] = frozenset()  # the routes and places that the last move changed


def draw_board(board: Board, layout: Layout) -> bytes:
    facts = f"{len(board.places)} places, {len(board.routes)} routes, {len(board.tickets)} tickets"
    return _draw(board, layout, Scene(None, heading=facts))


def draw_table(board: Board, layout: Layout, scene: Scene) -> bytes:
    return _draw(board, layout, scene)


def _draw(board: Board, layout: Layout, scene: Scene) -> bytes:
    below, end = _below(board, scene, TOP + HEIGHT + 26.0)
    heading = words(board.title, _LEFT, 30, 22, font_weight="bold")
    heading += words(scene.heading, WIDTH - _LEFT, 29, 14, text_anchor="end")
    parts = (heading, _map(board, layout, scene), below)
    return picture(WIDTH, round(end), f"{board.title}: {scene.heading}", _described(board, scene), *parts)


def _map(board: Board, layout: Layout, scene: Scene) -> str:
    claims = scene.view.claims if scene.view else {}
    harbours = scene.view.harbours if scene.view else {}
    painter = RoutePainter(board, layout, inks_of(board), claims, scene.closed, scene.last)
    place_painter = PlacePainter(board, layout, scene.last)
    ordered = sorted(board.routes.values(), key=lambda route: route.id in claims)  # claimed routes on top
    size = {"x": 0.5, "y": float(TOP), "width": WIDTH - 1.0, "height": float(HEIGHT)}
    return tag(
        "g",
        tag("rect", **size, fill="#f3eddd", stroke="#cfc6ae"),
        *map(painter.draw, ordered),
        *(edge_name(edge, layout.measures.font) for edge in layout.edge_names),
        *(place_painter.draw(place, harbours.get(place.id)) for place in board.places.values()),
        *(place_painter.name(place) for place in board.places.values()),
        class_="map",
        stroke_linejoin="round",
    )


def _below(board: Board, scene: Scene, top: float) -> tuple[str, float]:
    parts, end = [], top
    if scene.view:
        seats, end = draw_seats(board, scene.view, scene.names, end)
        supply, end = draw_supply(board, inks_of(board), scene.view, end + 4)
        tickets, end = draw_tickets(board, scene.view, end)
        parts += [seats, supply, tickets]
    of_table = legend.table_items(has_closed=bool(scene.closed), has_last=bool(scene.last))
    items = chain(legend.items(board, inks_of(board)), of_table)
    signs, end = legend.draw_legend(items, _LEFT, end + 4, WIDTH - _LEFT)
    parts.append(signs)
    if note := legend.provenance(board):
        parts.append(words(note, _LEFT, end + 4, 12, font_style="italic", fill=INK, class_="provenance"))
        end += legend.ROW
    return "".join(parts), end


def _described(board: Board, scene: Scene) -> str:
    told = [f"A map of {len(board.places)} places and {len(board.routes)} routes."]
    if scene.view:
        claimed = [list(scene.view.claims.values()).count(seat.seat) for seat in scene.view.seats]
        told += [
            f"{scene.names[seat.seat]}: {seat.score} points, {claimed[seat.seat]} routes."
            for seat in scene.view.seats
        ]
    return " ".join([*told, legend.provenance(board)]).strip()
