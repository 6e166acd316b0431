"""Reads a board from its data file and refuses what cannot be a board, naming file and record."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import MISSING, fields
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from rules.board import CONFIDENCES, Board, Card, District, Kind, Piece, Place, Route, Ticket
from rules.cards import GRAY, WILD

R = TypeVar("R")

SLUG = re.compile(r"[a-z0-9]+(-+[a-z0-9]+)*")


class BadBoard(ValueError):
    """The data file is not a board; the message names the file and the record."""


def load_board(source: str | Path) -> Board:
    """The `board.json` of a package (`rules.variants.london`) or of a folder."""
    folder: Traversable = source if isinstance(source, Path) else files(source)
    path = folder / "board.json"
    return _Reader(f"{folder.name}/board.json").read(path.read_text(encoding="utf-8"))


SECTIONS: Mapping[str, type[Any]] = {
    "pieces": Piece,
    "kinds": Kind,
    "cards": Card,
    "places": Place,
    "routes": Route,
    "tickets": Ticket,
    "districts": District,
}
OPTIONAL_SECTIONS = {"districts"}
PLAIN = {"id": str, "title": str, "goods": int}


class _Reader:
    def __init__(self, name: str) -> None:
        self.name = name

    def fail(self, where: str, problem: str) -> BadBoard:
        return BadBoard(f"{self.name}: {where}: {problem}")

    def read(self, text: str) -> Board:
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise self.fail(f"line {error.lineno}", error.msg) from None
        if not isinstance(data, dict):
            raise self.fail("top level", "not an object")
        self.check_keys("top level", data, {**SECTIONS, **PLAIN}, {*OPTIONAL_SECTIONS, "goods"})
        for key in PLAIN.keys() & data.keys():
            self.check_type("top level", key, data[key], PLAIN[key])
        parts: dict[str, Any] = {key: data[key] for key in PLAIN if key in data}
        for key, cls in SECTIONS.items():
            parts[key] = self.section(key, cls, data.get(key, []))
        board = Board(**parts)
        _check(board, self.fail)
        return board

    def section(self, key: str, cls: type[R], records: Any) -> dict[str, R]:
        if not isinstance(records, list):
            raise self.fail(key, "not a list")
        found: dict[str, R] = {}
        for number, raw in enumerate(records, start=1):
            where = f"{key} record {number}"
            if not isinstance(raw, dict):
                raise self.fail(where, "not an object")
            where += f" ({raw['id']})" if isinstance(raw.get("id"), str) else ""
            item = self.record(where, cls, raw)
            if not SLUG.fullmatch(raw["id"]):
                raise self.fail(where, "an id is lower-case letters, digits and hyphens")
            if raw["id"] in found:
                raise self.fail(where, "this id is used twice")
            found[raw["id"]] = item
        return found

    def record(self, where: str, cls: type[R], raw: dict[str, Any]) -> R:
        hints = get_type_hints(cls)
        optional = {f.name for f in fields(cls) if f.default is not MISSING}  # type: ignore[arg-type]
        self.check_keys(where, raw, hints, optional)
        return cls(**{key: self.value(where, key, hints[key], raw[key]) for key in raw})

    def check_keys(
        self, where: str, raw: dict[str, Any], known: Mapping[str, Any], optional: set[str]
    ) -> None:
        if unknown := sorted(raw.keys() - known.keys()):
            raise self.fail(where, f"unknown key {', '.join(unknown)}")
        if missing := sorted(known.keys() - optional - raw.keys()):
            raise self.fail(where, f"missing key {', '.join(missing)}")

    def value(self, where: str, key: str, hint: Any, value: Any) -> Any:
        if key.endswith("confidence"):
            if value not in CONFIDENCES:
                raise self.fail(where, f"{key} is {value!r}, not one of {', '.join(CONFIDENCES)}")
            return value
        if key == "places":
            self.check_type(where, key, value, list)
            if strange := [place for place in value if type(place) is not str]:
                raise self.fail(where, f"places has {strange[0]!r}, not str")
            return tuple(value)
        if key == "points" and hint is not int:
            return self.points_table(where, value)
        expected = next((arg for arg in get_args(hint) if arg is not type(None)), hint)
        self.check_type(where, key, value, expected)
        return value

    def points_table(self, where: str, value: Any) -> dict[int, int]:
        self.check_type(where, "points", value, dict)
        for length, points in value.items():
            if not length.isdecimal() or type(points) is not int or points < 0:
                raise self.fail(where, f"points has {length!r}: {points!r}")
        return {int(length): points for length, points in value.items()}

    def check_type(self, where: str, key: str, value: Any, expected: type) -> None:
        allowed = (int, float) if expected is float else (expected,)
        if type(value) not in allowed:
            raise self.fail(where, f"{key} is {value!r}, not {expected.__name__}")
        if isinstance(value, (int, float)) and value < 0:
            raise self.fail(where, f"{key} is negative")


def _check(board: Board, fail: Any) -> None:
    for section, check in CHECKS.items():
        for number, item in enumerate(getattr(board, section).values(), start=1):
            if problem := check(board, item):
                raise fail(f"{section} record {number} ({item.id})", problem)
    if WILD not in board.cards:
        raise fail("cards", f"there is no {WILD} card")
    if problem := _unequal_doubles(board):
        raise fail("routes", problem)


def _unequal_doubles(board: Board) -> str | None:
    between: dict[Any, list[Route]] = defaultdict(list)
    for route in board.routes.values():
        between[route.ends, route.kind].append(route)
    for routes in between.values():
        names = " and ".join(route.id for route in routes)
        if len(routes) > 2:
            return f"more than two routes of one kind: {names}"
        if len({(route.length, route.pair_spaces) for route in routes}) > 1:
            return f"the two routes of a double differ in length: {names}"
    return None


def _check_kind(board: Board, kind: Kind) -> str | None:
    return None if kind.piece in board.pieces else f"unknown piece {kind.piece}"


def _check_card(board: Board, card: Card) -> str | None:
    if (card.color is None) != (card.id == WILD):
        return "a card has a color unless it is wild"
    return None if card.count else "there must be at least one"


def _check_route(board: Board, route: Route) -> str | None:
    unknown = [place for place in (route.a, route.b) if place not in board.places]
    if unknown:
        return f"unknown place {', '.join(unknown)}"
    if route.a == route.b:
        return "both ends are the same place"
    if route.kind not in board.kinds:
        return f"unknown kind {route.kind}"
    if route.length not in board.kinds[route.kind].points:
        return f"the kind {route.kind} has no points for length {route.length}"
    if route.color not in (GRAY, *board.colors):
        return f"unknown color {route.color}"
    return None if route.pair_spaces <= route.length else "more pair spaces than spaces"


def _check_ticket(board: Board, ticket: Ticket) -> str | None:
    if problem := _check_places(board, ticket.places):
        return problem
    if ticket.is_tour != (ticket.penalty is not None):
        return "a tour has both points_any_order and penalty, another ticket neither"
    if not ticket.is_tour and len(ticket.places) != 2:
        return "a ticket that is not a tour names two places"
    if any(board.places[place].junction for place in ticket.places):
        return "a junction is not a city and cannot be on a ticket"
    reached = _reachable(board, ticket.places[0])
    cut_off = [place for place in ticket.places if place not in reached]
    return f"impossible: no routes join it to {', '.join(cut_off)}" if cut_off else None


def _check_district(board: Board, district: District) -> str | None:
    return _check_places(board, district.places)


def _check_places(board: Board, places: tuple[Any, ...]) -> str | None:
    unknown = [str(place) for place in places if place not in board.places]
    if unknown:
        return f"unknown place {', '.join(unknown)}"
    if len(places) < 2 or max(Counter(places).values()) > 1:
        return "it must name at least two different places"
    return None


def _reachable(board: Board, start: str) -> set[str]:
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
