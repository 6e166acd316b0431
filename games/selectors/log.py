"""The log as a viewer may read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from games import store
from games.selectors.games import Seen
from games.services.changing import key_of
from rules.chain import canonical
from rules.verify import FORMAT, FORMAT_VERSION

READ_AT_ONCE: Final = 500


def log_entries(seen: Seen) -> Iterator[dict[str, Any]]:
    """Every entry up to the version seen, in order, redacted for the viewer."""
    game, folded, sight = seen.game, seen.folded, seen.sight
    started = folded.state is not None
    key = key_of(game.id, tuple(folded.table.client_seeds)) if started else b""
    after = 0
    while after < folded.seq:
        entries = store.entries_of(game.id, after=after, limit=min(READ_AT_ONCE, folded.seq - after))
        if not entries:  # somebody took the end away: an export shows what is left, and its header what was
            return
        for entry in entries:
            yield sight.entry(entry, key=key, over=folded.is_over)
        after = entries[-1]["seq"]


def export_lines(seen: Seen) -> Iterator[bytes]:
    """An export: a header, then an entry a line."""
    table = seen.folded.table
    header = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": str(seen.game.id),
        "ruleset": table.ruleset,
        "commitment": table.commitment,
        "version": seen.folded.seq,
        "hash": seen.folded.hash,
    }
    yield canonical(header) + b"\n"
    for entry in log_entries(seen):
        yield canonical(entry) + b"\n"
