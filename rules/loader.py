"""Reads a board from its data file and reports everything that keeps it from being one, record by record."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar, get_args, get_type_hints

from rules.board import CONFIDENCES, Board, Card, District, Kind, Piece, Place, Route, Ticket
from rules.problems import BadBoard, Problem
from rules.references import Declared, check_references

__all__ = ["BadBoard", "load_board", "read_board"]

R = TypeVar("R")

SLUG = re.compile(r"[a-z0-9]+(-+[a-z0-9]+)*")
MOST: Final = 1000  # of anything that is counted
FILE: Final = "board.json"

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


class Reading(NamedTuple):
    """The board as far as it can be read, and all that is wrong with it."""

    board: Board | None
    problems: list[Problem]
    declared: Declared


def load_board(source: str | Path) -> Board:
    """The `board.json` of a package (`rules.variants.london`) or of a folder; raises BadBoard."""
    board, problems, _ = read_board(source if isinstance(source, Path) else files(source))
    if board is None or problems:
        raise BadBoard(problems)
    return board


def read_board(folder: Traversable) -> Reading:
    reader = _Reader(folder.name)
    board = None
    try:
        board = reader.read((folder / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        reader.report("", "there is no such file")
    except (OSError, UnicodeDecodeError) as error:
        reader.report("", f"cannot be read: {error}")
    return Reading(board, reader.problems, reader.declared)


class _Reader:
    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.problems: list[Problem] = []
        self.declared = Declared.of({})

    def report(self, where: str, what: str) -> None:
        self.problems.append(Problem(f"{self.folder}/{FILE}", where, what))

    def read(self, text: str) -> Board | None:
        try:
            data = json.loads(text, object_pairs_hook=self.pairs)
        except json.JSONDecodeError as error:
            self.report(f"line {error.lineno}", error.msg)
        except (ValueError, RecursionError):  # a number of thousands of digits; thousands of brackets
            self.report("", "not JSON that a board could be made of")
        else:
            if isinstance(data, dict):
                return self.board(data)
            self.report("top level", "not an object")
        return None

    def pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """JSON would let the last of two equal keys win without a word."""
        found = dict(pairs)
        keys = [key for key, _ in pairs]
        for key in found:
            if keys.count(key) > 1:
                self.report(str(found.get("id", "top level")), f"the key {key} is there twice")
        return found

    def board(self, data: dict[str, Any]) -> Board | None:
        complete = self.check_keys("top level", data, {**SECTIONS, **PLAIN}, {*OPTIONAL_SECTIONS, "goods"})
        for key in PLAIN.keys() & data.keys():
            complete &= self.check_type("top level", key, data[key], PLAIN[key])
        if isinstance(data.get("id"), str) and data["id"] != self.folder:
            self.report("top level", f"id is {data['id']!r}, but the folder is called {self.folder!r}")
        parts: dict[str, Any] = {key: data[key] for key in PLAIN if key in data}
        for key, cls in SECTIONS.items():
            parts[key] = self.section(key, cls, data.get(key, []))
            if key not in OPTIONAL_SECTIONS and data.get(key) == []:
                self.report(key, "there are none")
        board = Board(**{**dict.fromkeys(PLAIN, ""), "goods": 0, **parts})
        self.declared = Declared.of(data)
        for where, what in check_references(board, self.declared):
            self.report(where, what)
        return board if complete else None

    def section(self, key: str, cls: type[R], records: Any) -> dict[str, R]:
        found: dict[str, R] = {}
        if not isinstance(records, list):
            self.report(key, "not a list")
            return found
        for number, raw in enumerate(records, start=1):
            where = f"{key} record {number}"
            if not isinstance(raw, dict):
                self.report(where, "not an object")
                continue
            where += f" ({raw['id']})" if isinstance(raw.get("id"), str) else ""
            item = self.record(where, cls, raw)
            if item is None:
                continue
            if not SLUG.fullmatch(raw["id"]):
                self.report(where, "an id is lower-case letters, digits and hyphens")
            elif raw["id"] in found:
                self.report(where, "this id is used twice")
            else:
                found[raw["id"]] = item
        return found

    def record(self, where: str, cls: type[R], raw: dict[str, Any]) -> R | None:
        hints = get_type_hints(cls)
        optional = {f.name for f in fields(cls) if f.default is not MISSING}  # type: ignore[arg-type]
        before = len(self.problems)
        self.check_keys(where, raw, hints, optional)
        values = {key: self.value(where, key, hints[key], raw[key]) for key in raw if key in hints}
        return cls(**values) if len(self.problems) == before else None

    def check_keys(
        self, where: str, raw: dict[str, Any], known: Mapping[str, Any], optional: set[str]
    ) -> bool:
        if unknown := sorted(raw.keys() - known.keys()):
            self.report(where, f"unknown key {', '.join(unknown)}")
        if missing := sorted(known.keys() - optional - raw.keys()):
            self.report(where, f"missing key {', '.join(missing)}")
        return not missing

    def value(self, where: str, key: str, hint: Any, value: Any) -> Any:
        if key.endswith("confidence"):
            if value not in CONFIDENCES:
                self.report(where, f"{key} is {value!r}, not one of {', '.join(CONFIDENCES)}")
            return value
        if key == "places":
            return self.place_list(where, value)
        if key == "points" and hint is not int:
            return self.points_table(where, value)
        expected = next((arg for arg in get_args(hint) if arg is not type(None)), hint)
        if self.check_type(where, key, value, expected) and expected is float and not 0 <= value <= 1:
            self.report(where, f"{key} is {value}, which is not from 0 to 1")
        return value

    def place_list(self, where: str, value: Any) -> tuple[str, ...]:
        if not self.check_type(where, "places", value, list):
            return ()
        if strange := [place for place in value if type(place) is not str]:
            self.report(where, f"places has {strange[0]!r}, not str")
        return tuple(value)

    def points_table(self, where: str, value: Any) -> dict[int, int]:
        if not self.check_type(where, "points", value, dict):
            return {}
        for length, points in value.items():
            if not _is_length(length) or type(points) is not int or not 0 <= points <= MOST:
                self.report(where, f"points has {length!r}: {points!r}")
                return {}
        return {int(length): points for length, points in value.items()}

    def check_type(self, where: str, key: str, value: Any, expected: type) -> bool:
        allowed = (int, float) if expected is float else (expected,)
        if type(value) not in allowed:
            self.report(where, f"{key} is {value!r}, not {expected.__name__}")
            return False
        if expected is int and value < 0:
            self.report(where, f"{key} is negative")
        if expected is int and value > MOST:
            self.report(where, f"{key} is {value}, more than {MOST}")
        return True


def _is_length(text: str) -> bool:
    return text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= MOST
