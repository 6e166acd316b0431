"""The log as a viewer may read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from games.log import store
from games.log.entries import Entry
from games.log.models import Game
from games.log.seeds import key_of
from games.log.viewer import SPECTATOR, Viewer
from proof.chain import canonical
from proof.exports import FORMAT, FORMAT_VERSION
from rules.chance import TEST
from rules.table.fold import Folded, table_of

READ_AT_ONCE: Final = 500


def log_entries(game: Game, folded: Folded, viewer: Viewer) -> Iterator[dict[str, Any]]:
    """Every entry up to the folded version, in order, redacted for the viewer."""
    key = key_of(game.id, folded.table) if folded.has_started else b""
    after = 0
    while after < folded.seq:
        entries = store.entries_of(game.id, after=after, limit=min(READ_AT_ONCE, folded.seq - after))
        if not entries:  # the end of the log was removed
            return
        for entry in entries:
            yield viewer.entry(entry, key=key, over=folded.is_finished)
        after = entries[-1]["seq"]


def readable(game: Game, stored: list[Entry], viewer: Viewer) -> list[dict[str, Any]]:
    """A whole log as stored, redacted for the viewer. It may be damaged, so it is not folded."""
    over = any(entry["type"] == "seed_revealed" for entry in stored)
    key = _key(game, stored) if any(entry["sealed"] for entry in stored) else b""
    return [viewer.entry(entry, key=key, over=over) for entry in stored]


def _key(game: Game, stored: list[Entry]) -> bytes:
    """Without readable client seeds there is no key; the audit then reports the seals."""
    try:
        return key_of(game.id, table_of(stored))
    except Exception:  # noqa: BLE001 (a log can be shown however it is damaged)
        return b""


def export_lines(game: Game, *, version: int | None = None, viewer: Viewer = SPECTATOR) -> Iterator[bytes]:
    """An export: a header, then one entry per line. It works even if the log is too damaged to fold."""
    header, entries = export_of(game, version=version, viewer=viewer)
    # From here on no connection is needed.
    yield canonical(header) + b"\n"
    for entry in entries:
        yield canonical(entry) + b"\n"


def export_of(
    game: Game, *, version: int | None = None, viewer: Viewer = SPECTATOR
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The header and the entries of an export."""
    version = game.version if version is None else version
    stored = store.entries_of(game.id, limit=version)
    return _header(game, stored, version), readable(game, stored, viewer)


def provenance(game: Game) -> dict[str, str]:
    """Whether the game was played on this server. An import also has an id of its own."""
    return {"source": "import", "import": str(game.id)} if game.origin else {"source": "played"}


def _header(game: Game, stored: list[Entry], version: int) -> dict[str, Any]:
    """If the end of the log was removed, the header has the version and hash of the game's row."""
    created = stored[0]["public"] if stored else {}
    whole = bool(stored) and stored[-1]["seq"] == version
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": str(game.log_id),
        **provenance(game),
        "ruleset": created.get("ruleset", game.ruleset),
        "commitment": created.get("commitment", ""),
        **({"purpose": TEST} if game.test else {}),
        "version": version,
        "hash": stored[-1]["hash"] if whole else game.hash,
    }
