"""What auditors ask for: the public log, reports and data sets."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from django.test import override_settings

from games.datasets.announcements import datasets_announce
from games.transparency.publication import newest
from games.transparency.sequencer import log_extend
from proof.datasets.manifest import MANIFEST
from proof.transparency.entries import blinded
from tests.bench.tables import Person
from tests.support.questions.client import API, Asked, Asker
from tests.support.questions.searches import searches
from tests.support.questions.seats import finished_games

ALIKE: Final = (*("/datasets", "/log", "/log/consistency?old=100", "/reports"),)
FILES: Final = ("/log/checkpoint", "/log/tile/0/000", "/log/tile/entries/000")


def desk(asks: Person) -> Asked:
    """`asks` has played the games that are asked for."""
    games, anybody = finished_games(asks[0]), Asker()
    named = blinded(str(games[0].id))
    listed = ",".join(str(game.id) for game in games[:2])
    return {
        **searches(asks[0], games[0]),
        **{f"GET {path}": anybody.getting(API + path) for path in ALIKE},
        **{f"GET {path}": anybody.getting(path) for path in FILES},
        "GET /log/games/…/proofs": anybody.getting(f"{API}/log/games/{named}/proofs"),
        "GET /reports?games=…": anybody.getting(f"{API}/reports?games={listed}"),
        "GET /datasets/…/proof": Publisher().getting(f"{API}/datasets/2026-01/proof"),
    }


class Publisher(Asker):
    """Asks where a data set is published: a manifest, with nothing else in it."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Path(mkdtemp())
        log_extend()
        told: dict[str, Any] = {"checkpoint": getattr(newest(), "note", ""), "parts": [], "files": []}
        (self.root / "2026-01").mkdir()
        (self.root / "2026-01" / MANIFEST).write_text(json.dumps(told))
        with override_settings(DATASETS_DIR=str(self.root)):
            datasets_announce()
        log_extend()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        with override_settings(DATASETS_DIR=str(self.root)):
            return super().ask(method, path, body)
