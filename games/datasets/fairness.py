"""The fairness of chance over all data sets: tested whenever there is a new one, and kept beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from games.datasets.folder import dataset_list
from rules.fairness.report import report_of
from rules.fairness.tally import Tally
from rules.table.clock import timestamp

FILE: Final = "fairness.json"  # in a data set: what was counted in it; beside them: the tests over all
NONE_YET: Final[dict[str, Any]] = {**report_of(Tally()), "datasets": []}


def counts_write(folder: Path, tally: Tally) -> Path:
    path = folder / FILE
    path.write_text(json.dumps(tally.plain(), separators=(",", ":")) + "\n", encoding="utf-8")
    return path


def fairness_publish() -> bool:
    """Test all data sets together, unless that has been done. Returns whether there is something new."""
    names = sorted(found.name for found in dataset_list())
    if not names or fairness_get()["datasets"] == names:
        return False
    tally = Tally()
    for name in names:
        told = (_root() / name / FILE).read_text(encoding="utf-8")
        tally.merge(Tally.read(json.loads(told)))
    report = {**report_of(tally), "datasets": names, "made_at": timestamp(timezone.now())}
    draft = _root() / f".{FILE}"
    draft.write_text(json.dumps(report), encoding="utf-8")
    draft.replace(_root() / FILE)
    return True


def fairness_get() -> dict[str, Any]:
    if not settings.DATASETS_DIR:
        return NONE_YET
    try:
        found: dict[str, Any] = json.loads((_root() / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return NONE_YET
    return found


def _root() -> Path:
    return Path(settings.DATASETS_DIR)
