"""What one record of a board says about another must be true of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.board import Board, Card, District, Kind, Route, Ticket
from rules.cards import GRAY, WILD


@dataclass(frozen=True)
class Declared:
    """What a file declares. A record that cannot be read is there too, so that it is reported only once."""

    numbers: Mapping[str, Mapping[str, int]]  # section -> id -> number of the record
    colors: frozenset[str]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Declared:
        records = {key: _records(value) for key, value in data.items() if isinstance(value, list)}
        numbers: dict[str, Mapping[str, int]] = defaultdict(dict)
        for key, found in records.items():
            numbers[key] = {raw["id"]: n for n, raw in found if isinstance(raw.get("id"), str)}
        colors = [raw.get("color") for _, raw in records.get("cards", [])]
        return cls(numbers, frozenset(color for color in colors if isinstance(color, str)))

    def where(self, section: str, name: str) -> str:
        return f"{section} record {self.numbers[section][name]} ({name})"

    def has_all(self, board: Board, section: str) -> bool:
        """Whether each record of it could be read."""
        return bool(self.numbers[section].keys() == getattr(board, section).keys())


def _records(value: list[Any]) -> list[tuple[int, dict[str, Any]]]:
    return [(number, raw) for number, raw in enumerate(value, start=1) if isinstance(raw, dict)]


def check_references(board: Board, declared: Declared) -> Iterator[tuple[str, str]]:
    """Where something is wrong, and what."""
    for section, check in CHECKS.items():
        for item in getattr(board, section).values():
            for problem in check(board, declared, item):
                yield declared.where(section, item.id), problem
    if board.cards and WILD not in board.cards:
        yield "cards", f"there is no {WILD} card"
    for problem in _unequal_doubles(board):
        yield "routes", problem


def _unequal_doubles(board: Board) -> Iterator[str]:
    between: dict[Any, list[Route]] = defaultdict(list)
    for route in board.routes.values():
        between[route.ends, route.kind].append(route)
    for routes in between.values():
        names = " and ".join(route.id for route in routes)
        if len(routes) > 2:
            yield f"more than two routes of one kind: {names}"
        elif len({(route.length, route.pair_spaces) for route in routes}) > 1:
            yield f"the two routes of a double differ in length: {names}"


def _check_kind(board: Board, declared: Declared, kind: Kind) -> Iterator[str]:
    if kind.piece not in declared.numbers["pieces"]:
        yield f"unknown piece {kind.piece}"


def _check_card(board: Board, declared: Declared, card: Card) -> Iterator[str]:
    if (card.color is None) != (card.id == WILD):
        yield "a card has a color unless it is wild"
    if card.color == GRAY:
        yield f"{GRAY} is the color of routes that take any"
    if card.pile == "tickets":
        yield "the pile called tickets is that of the tickets"
    if not card.count:
        yield "there must be at least one"


def _check_route(board: Board, declared: Declared, route: Route) -> Iterator[str]:
    if unknown := [place for place in (route.a, route.b) if place not in declared.numbers["places"]]:
        yield f"unknown place {', '.join(unknown)}"
    if route.a == route.b:
        yield "both ends are the same place"
    if route.kind not in declared.numbers["kinds"]:
        yield f"unknown kind {route.kind}"
    elif route.kind in board.kinds and route.length not in board.kinds[route.kind].points:
        yield f"the kind {route.kind} has no points for length {route.length}"
    if route.color not in (GRAY, *declared.colors):
        yield f"unknown color {route.color}"
    if route.pair_spaces > route.length:
        yield "more pair spaces than spaces"


def _check_ticket(board: Board, declared: Declared, ticket: Ticket) -> Iterator[str]:
    if problem := _strange_places(declared, ticket.places):
        yield problem
        return
    if ticket.is_tour != (ticket.penalty is not None):
        yield "a tour has both points_any_order and penalty, another ticket neither"
    elif not ticket.is_tour and len(ticket.places) != 2:
        yield "a ticket that is not a tour names two places"
    elif any(board.places[place].junction for place in ticket.places if place in board.places):
        yield "a junction is not a city and cannot be on a ticket"
    elif declared.has_all(board, "places") and declared.has_all(board, "routes"):
        reached = reachable(board, ticket.places[0])
        if cut_off := [place for place in ticket.places if place not in reached]:
            yield f"impossible: no routes join it to {', '.join(cut_off)}"


def _check_district(board: Board, declared: Declared, district: District) -> Iterator[str]:
    if problem := _strange_places(declared, district.places):
        yield problem


def _strange_places(declared: Declared, places: tuple[str, ...]) -> str | None:
    if unknown := [place for place in places if place not in declared.numbers["places"]]:
        return f"unknown place {', '.join(unknown)}"
    if len(places) < 2 or max(Counter(places).values()) > 1:
        return "it must name at least two different places"
    return None


def reachable(board: Board, start: str) -> set[str]:
    """All places that routes join to this one."""
    reached, edge = {start}, [start]
    while edge:
        for route in board.routes_at.get(edge.pop(), ()):
            for place in route.ends - reached:
                reached.add(place)
                edge.append(place)
    return reached


CHECKS: Mapping[str, Any] = {
    "kinds": _check_kind,
    "cards": _check_card,
    "routes": _check_route,
    "tickets": _check_ticket,
    "districts": _check_district,
}
