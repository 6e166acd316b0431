"""The manifest of a data set: what belongs to it, with the hash of each file.

A data set is a folder. Its parts are exports of games, one after the other, as NDJSON; `index.csv.gz` lists
every game with its part; `left_out.csv.gz` the games of the month that are not published, as the public log
names them; `ratings.csv.gz` what each game did to ratings; the other files are made from the parts. A part
may also lie there as another program has unpacked it: its content has a hash of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from proof.files import Damaged, document
from proof.times import moment_text
from rules.strict_json import read_object

FORMAT: Final = "signalbox-dataset"
FORMAT_VERSION: Final = 1
MANIFEST: Final = "manifest.json"
INDEX: Final = "index.csv.gz"
LEFT_OUT: Final = "left_out.csv.gz"
RATINGS: Final = "ratings.csv.gz"
REASONS: Final = ("private", "unlisted", "hidden")
NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")

T = TypeVar("T")


class NotADataset(Exception):
    """The folder is not a data set, or it cannot be read."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some games: a file, and what is in it when it is unpacked."""

    file: str
    games: int
    events: int
    bytes: int
    sha256: str
    content_bytes: int
    content_sha256: str


@dataclass(frozen=True, slots=True)
class Extra:
    """Any other file."""

    file: str
    bytes: int
    sha256: str


class Listed(NamedTuple):
    """A game in the index."""

    game: str
    version: int
    hash: str


@dataclass(frozen=True, slots=True)
class Manifest:
    name: str
    vkey: str  # the key of the public log
    checkpoint: str  # the signed state of the log in which every game is
    start: str  # the month, in the form of the log's times
    end: str
    games: int
    events: int
    left_out: int
    parts: tuple[Part, ...]
    files: tuple[Extra, ...]


def read_manifest(folder: Path) -> Manifest:
    if not (folder / MANIFEST).is_file():
        raise NotADataset(f"there is no {MANIFEST}")
    try:
        return manifest_from(read_object(document(folder / MANIFEST)))
    except (OSError, Damaged, ValueError, KeyError, TypeError) as error:
        raise NotADataset(f"{MANIFEST} cannot be read: {type(error).__name__}: {error}") from None


def manifest_from(told: Any) -> Manifest:
    if told["format"] != FORMAT or told["format_version"] != FORMAT_VERSION:
        raise NotADataset(f"{MANIFEST} is not that of a {FORMAT} of version {FORMAT_VERSION}")
    found = Manifest(
        name=_typed(told["name"], str),
        vkey=_typed(told["vkey"], str),
        checkpoint=_typed(told["checkpoint"], str),
        start=moment_text(told["from"]),
        end=moment_text(told["until"]),
        left_out=sum(_typed(told["counts"]["left_out"][reason], int) for reason in REASONS),
        games=_typed(told["counts"]["games"], int),
        events=_typed(told["counts"]["events"], int),
        parts=tuple(_made(Part, one) for one in told["parts"]),
        files=tuple(_made(Extra, one) for one in told["files"]),
    )
    names = [*(part.file for part in found.parts), *(extra.file for extra in found.files)]
    for name in names:
        if not NAME.fullmatch(name):  # a path would lead out of the folder, and a long name nowhere
            raise ValueError(f"{name[:40]!r} is not the name of a file")
    if len(set(names)) < len(names):
        raise ValueError("a file is listed twice")
    if missing := {INDEX, LEFT_OUT, RATINGS}.difference(names):
        raise ValueError(f"{min(missing)} is not listed")
    return found


def _made(kind: type[T], told: Any) -> T:
    types = {field.name: str if field.type == "str" else int for field in fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: _typed(told[name], cls) for name, cls in types.items()})


def _typed(value: Any, cls: type[T]) -> T:
    if type(value) is not cls:
        raise TypeError(f"{value!r} is not of type {cls.__name__}")
    return value
