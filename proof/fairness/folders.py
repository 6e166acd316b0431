"""Counts the games of a data set, part by part, in any process."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from proof.datasets.command import check_readable
from proof.datasets.content import Content, exports, part_path
from proof.datasets.manifest import NotADataset, Part, read_manifest
from proof.envelopes import Entry
from proof.fairness.tally import Tally
from proof.log import fields_of
from rules.strict_json import read_object

MOST_CARDS: Final = 5000  # of a pile
MOST_FACES: Final = 500


class Work(NamedTuple):
    path: Path
    games: int
    by: tuple[str, ...]


def work_of(folder: Path, by: Iterable[str]) -> list[Work]:
    """Raises NotADataset, which names the folder."""
    try:
        manifest = read_manifest(folder)
        check_readable(folder, manifest)
        return [Work(_path_of(folder, part), part.games, tuple(by)) for part in manifest.parts]
    except NotADataset as problem:
        raise NotADataset(f"{folder}: {problem}") from None


def _path_of(folder: Path, part: Part) -> Path:
    path = part_path(folder, part)
    if path is None:
        raise NotADataset(f"{part.file} is missing")
    return path


def _check_piles(entries: Iterable[Entry]) -> None:
    """Tests compare each face with each other one, so there must not be as many as a log likes."""
    for entry in entries:
        order = fields_of(entry)["order"] if entry["type"] == "pile_shuffled" else ()
        if len(order) > MOST_CARDS or len(set(order)) > MOST_FACES:
            raise ValueError(f"a pile with more than {MOST_CARDS} cards or {MOST_FACES} faces")


def counted(work: Work) -> Tally:
    """Raises NotADataset if the part cannot be read."""
    tally = Tally(work.by)
    try:
        for lines in exports(Content(work.path).lines()):
            entries = [read_object(line.decode()) for line in lines[1:]]
            _check_piles(entries)
            tally.add(entries)
    except Exception as error:  # noqa: BLE001 (a log that nobody has proved may be as odd as it likes)
        raise NotADataset(f"{work.path}: {type(error).__name__}: {error}") from None
    return tally
