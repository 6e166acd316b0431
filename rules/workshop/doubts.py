"""What can be played but is hardly meant: each check yields a section, a record and what is doubtful."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

from rules.board import Board, Route
from rules.cards import GRAY, WILD
from rules.pictures import lay_out
from rules.pictures.geometry import distance
from rules.references import reachable

Doubt = tuple[str, str | None, str]
Check = Callable[[Board], Iterator[Doubt]]


def doubts(board: Board, *, is_whole: bool) -> Iterator[Doubt]:
    """Of a board with errors, only what can be said without the records that are wrong."""
    for check in (*OF_ANY, *OF_WHOLE) if is_whole else OF_ANY:
        yield from check(board)


def sound_part(board: Board) -> Board:
    """Without the routes that refer to nothing."""
    return replace(board, routes={r.id: r for r in board.routes.values() if _is_sound(board, r)})


def _is_sound(board: Board, route: Route) -> bool:
    kind = board.kinds.get(route.kind)
    return route.ends <= board.places.keys() and len(route.ends) == 2 and kind is not None


def overlapping_places(board: Board) -> Iterator[Doubt]:
    """As they are drawn: the map is stretched to the picture."""
    layout = lay_out(sound_part(board))
    for (one, here), (other, there) in combinations(layout.spots.items(), 2):
        if distance(here, there) < 2 * layout.measures.place:
            yield "places", other, f"overlaps {one}"


def lonely_places(board: Board) -> Iterator[Doubt]:
    for place in board.places:
        if not board.routes_at.get(place):
            yield "places", place, "no route leads here"


def separate_parts(board: Board) -> Iterator[Doubt]:
    joined = [place for place in board.places if board.routes_at.get(place)]
    if joined and (apart := [place for place in joined if place not in reachable(board, joined[0])]):
        yield "routes", None, f"the map falls apart: no way from {joined[0]} to {', '.join(apart)}"


def names(board: Board) -> Iterator[Doubt]:
    if not board.title.strip():
        yield "top level", None, "the title is empty"
    said = Counter(place.name for place in board.places.values())
    for place in board.places.values():
        if not place.name.strip():
            yield "places", place.id, "the name is empty"
        elif said[place.name] > 1:
            yield "places", place.id, f"another place is called {place.name}, too"


def equal_tickets(board: Board) -> Iterator[Doubt]:
    seen: dict[frozenset[str], str] = {}
    for ticket in board.tickets.values():
        if ticket.points == 0:
            yield "tickets", ticket.id, "it is worth nothing"
        if (
            not ticket.is_tour
            and (first := seen.setdefault(frozenset(ticket.places), ticket.id)) != ticket.id
        ):
            yield "tickets", ticket.id, f"the same places as {first}"


def routes_out_of_reach(board: Board) -> Iterator[Doubt]:
    for route in board.routes.values():
        piece, pieces = board.pieces_for(route)
        if pieces > board.pieces[piece].count:
            there = board.pieces[piece].count
            yield "routes", route.id, f"it takes {pieces} {piece} pieces; a player has {there}"
        needed, there = route.length + route.pair_spaces, _most_spaces(board, route)
        if needed > there:
            yield "routes", route.id, f"it takes {needed} cards; all that fit are {there}"


def _most_spaces(board: Board, route: Route) -> int:
    """How many spaces the cards of the best color cover, with all wilds."""
    spaces = Counter[str]()
    for card in board.cards.values():
        spaces[card.color or WILD] += card.count * card.spaces
    colors = board.colors if route.color == GRAY else (route.color,)
    return spaces[WILD] + max((spaces[color] for color in colors), default=0)


def idle_colors(board: Board) -> Iterator[Doubt]:
    used = {route.color for route in board.routes.values()}
    for card in board.cards.values():
        if card.color and GRAY not in used and card.color not in used:
            yield "cards", card.id, f"no route takes {card.color}"


def idle_pieces(board: Board) -> Iterator[Doubt]:
    for kind in board.kinds.values():
        if all(route.kind != kind.id for route in board.routes.values()):
            yield "kinds", kind.id, "no route is of this kind"
    for piece in board.pieces.values():
        if not piece.count:
            yield "pieces", piece.id, "nobody has one"


def goods(board: Board) -> Iterator[Doubt]:
    marked = any(route.goods for route in board.routes.values())
    if marked != bool(board.goods):
        yield (
            "top level",
            None,
            f"goods is {board.goods}, but {'some' if marked else 'no'} routes bring goods",
        )


OF_ANY: Final[tuple[Check, ...]] = (overlapping_places, names, equal_tickets)
OF_WHOLE: Final[tuple[Check, ...]] = (
    lonely_places,
    separate_parts,
    routes_out_of_reach,
    idle_colors,
    idle_pieces,
    goods,
)
