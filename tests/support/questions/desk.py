"""What auditors ask for: statistics, the public log, reports, conduct and data sets."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from django.test import override_settings

from games.accounts.services import token_create
from games.datasets.announcements import datasets_announce
from games.models import Game, Player, Scope
from games.play.access_log import audit_assign
from games.transparency.proofs import newest
from games.transparency.sequencer import log_extend
from rules.datasets.manifest import MANIFEST
from tests.bench.tables import Person
from tests.support.questions.client import API, Asked, Asker
from tests.support.questions.searches import searches
from tests.support.questions.seats import finished_games

ALIKE: Final = (
    *("/rulesets/london/statistics", "/rulesets/london/statistics?table=people"),
    *("/datasets", "/fairness", "/log", "/log/consistency?old=100", "/reports"),
)
FILES: Final = ("/log/checkpoint", "/log/tile/0/000", "/log/tile/entries/000")


def desk(asks: Person, auditor: Person) -> Asked:
    """`asks` has played the games that are asked for, and the auditor has not."""
    games, anybody = finished_games(asks[0]), Asker()
    listed = ",".join(str(game.id) for game in games[:2])
    return {
        **searches(asks[0], games[0]),
        **{f"GET {path}": anybody.getting(API + path) for path in ALIKE},
        **{f"GET {path}": anybody.getting(path) for path in FILES},
        "GET /reports?games=…": anybody.getting(f"{API}/reports?games={listed}"),
        "GET /datasets/…/proof": Publisher().getting(f"{API}/datasets/2026-01/proof"),
        **_conduct(games[0], asks[0], auditor[0]),
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


def _conduct(game: Game, player: Player, auditor: Player) -> Asked:
    """Of a game, and of two who have played one that is audited."""
    audit_assign(game, auditor)
    _, token = token_create(auditor, name="audits", scopes=[Scope.AUDIT])
    (other,) = (seat.player for seat in game.seats.all() if seat.player not in (None, player))
    assert other is not None
    me = Asker(token)
    return {
        "GET /games/…/conduct": me.getting(f"{API}/games/{game.id}/conduct"),
        "GET /players/…/conduct/…": me.getting(f"{API}/players/{player.name}/conduct/{other.name}"),
    }
