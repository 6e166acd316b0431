"""Audits a stored log. It is read row by row as it is, because a damaged log cannot be folded."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import Max

from games.audits.anchors import check_anchors
from games.audits.answers import Audit
from games.audits.models import Verification
from games.audits.published import check_log
from games.audits.rows import check_rows
from games.failures import SealingKeyMissing, Unreadable
from games.http.json_objects import without_none
from games.log import store
from games.log.entries import Entry
from games.log.models import Game
from games.log.seeds import seed_of
from games.log.viewer import SPECTATOR, Viewer
from games.reading.selectors import PastPoint, version_at
from games.reading.visible_log import readable
from proof.audit import Check, audit, is_sound
from proof.differences import difference
from rules.table.state import OVER


@dataclass(frozen=True, slots=True)
class Audited:
    """The result of an audit, and the version it covers."""

    version: int
    hash: str
    checks: list[Check]


@dataclass(frozen=True, slots=True)
class LogRead:
    """A log as one viewer may read it, and all that an audit needs beside it: no query is left to be made."""

    version: int
    hash: str
    rows: list[Check]  # what the server shows beside the log, and what the public log has
    entries: list[dict[str, Any]]
    seed: bytes | None
    lost_seed: bool
    is_cut: bool

    def audit(self) -> Audited:
        checks = [*self.rows, *audit(self.entries, seed=self.seed, is_cut=self.is_cut)]
        if self.lost_seed:
            checks = [LOST_SEED if check.name == "seed" else check for check in checks]
        return Audited(self.version, self.hash, checks)


def log_read(game: Game, *, viewer: Viewer = SPECTATOR, at: PastPoint | None = None) -> LogRead:
    """Where nothing is hidden the seed is known too, so nothing need wait for the end."""
    version = version_at(game, at)
    stored = store.entries_of(game.id, limit=version)
    last = stored[-1] if stored else None
    seed = _seed(game) if viewer.sees_all else None
    is_whole = version == game.version
    return LogRead(
        version=last["seq"] if last else 0,
        hash=last["hash"] if last else game.hash,
        rows=_beside(game, stored, version, sees_all=viewer.sees_all),
        entries=readable(game, stored, viewer),
        seed=seed,
        lost_seed=viewer.sees_all and seed is None,
        is_cut=not is_whole,
    )


def _beside(game: Game, stored: list[Entry], version: int, *, sees_all: bool) -> list[Check]:
    is_whole = version == game.version
    checks = [_check_head(game, stored, version), check_log(game, stored, is_cut=not is_whole)]
    if not is_whole:
        return checks
    anchors = check_anchors(game) if sees_all or game.status in OVER else []  # as the list itself
    return [*checks, *check_rows(game, stored), *anchors]


def game_audit(game: Game, *, viewer: Viewer = SPECTATOR, at: PastPoint | None = None) -> Audited:
    """Every check of a game's log, from what this viewer may read."""
    return log_read(game, viewer=viewer, at=at).audit()


LOST_SEED: Final = Check("seed", "failed", "the server no longer has the seed it committed to", 1)


def _seed(game: Game) -> bytes | None:
    try:
        return seed_of(game.id)
    except SealingKeyMissing:
        raise
    except Unreadable:
        return None


def _check_head(game: Game, stored: list[Entry], version: int) -> Check:
    """Compare the end of the log with the game's row, which reveals a truncated log."""
    last = stored[-1] if stored else None
    reached = last["seq"] if last else 0
    if reached < version:
        return Check("head", "failed", f"the log ends here, the game is at version {version}", reached + 1)
    if last and version == game.version and last["hash"] != game.hash:
        why = difference("hash", last["hash"], game.hash)
        return Check("head", "failed", f"the log does not end as the game's row says; {why}", reached)
    return Check("head", "passed", f"the log reaches version {version}")


def verification_standing() -> tuple[int, datetime | None]:
    """How many logs failed their most recent audit, and the time of the newest audit."""
    newest: datetime | None = Verification.objects.aggregate(newest=Max("at"))["newest"]
    return Verification.objects.filter(sound=False).count(), newest


WITHHELD: Final = "it does not hold; the details are not stored while the game runs"
OF_WHAT_ALL_MAY_READ: Final = (
    "head",
    "log",
    "people",
    "looks",
    "deeds",
    "chain",
    "table",
    "makers",
    "absences",
    "seed",
    "audit",
)


def storable(found: Audited, game: Game) -> Audited:
    """As it may be stored: while the game runs, the detail of a failed check could name a hidden card."""
    if game.status in OVER:
        return found
    checks = [replace(check, detail=WITHHELD) if _may_reveal(check) else check for check in found.checks]
    return replace(found, checks=checks)


def _may_reveal(check: Check) -> bool:
    return check.result == "failed" and check.name not in OF_WHAT_ALL_MAY_READ


def report_of(found: Audited) -> Audit:
    return Audit(
        version=found.version,
        hash=found.hash,
        sound=is_sound(found.checks),
        checks=[plain(check) for check in found.checks],
    )


def plain(check: Check) -> dict[str, Any]:
    """A check as JSON."""
    return without_none(asdict(check))
