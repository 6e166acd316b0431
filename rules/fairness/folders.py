"""Counts the games of a data set, part by part, in any process."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from rules.datasets.content import Content, Damaged, exports, part_path
from rules.datasets.manifest import Manifest, NotADataset
from rules.fairness.tally import Tally


class Work(NamedTuple):
    path: Path
    games: int
    by: tuple[str, ...]


def work_of(folder: Path, manifest: Manifest, by: Iterable[str]) -> list[Work]:
    work = []
    for part in manifest.parts:
        path = part_path(folder, part)
        if path is None:
            raise NotADataset(f"{part.file} is missing")
        work.append(Work(path, part.games, tuple(by)))
    return work


def counted(work: Work) -> Tally:
    """Raises NotADataset if the part cannot be read."""
    tally = Tally(work.by)
    try:
        for lines in exports(Content(work.path).lines()):
            tally.add([json.loads(line) for line in lines[1:]])
    except (Damaged, ValueError, KeyError, TypeError, IndexError) as error:
        raise NotADataset(f"{work.path}: {type(error).__name__}: {error}") from None
    return tally
