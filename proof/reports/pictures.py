"""The table at the start, in the middle and at the end, drawn from an open log."""

from __future__ import annotations

from collections.abc import Sequence

from proof.envelopes import Entry
from proof.log import Log
from proof.reports.facts import moments
from rules.catalogue import ruleset
from rules.pictures import Scene, draw_table, lay_out
from rules.state import State
from rules.views import view_for


def pictures_of(entries: Sequence[Entry]) -> dict[str, bytes]:
    """SVG by moment. The log must hold and be open: what is sealed cannot be folded."""
    log, wanted = Log(entries), {seq: moment for moment, seq in moments(entries).items()}
    if not wanted or not log.is_open:
        return {}
    rules = ruleset(log.created["ruleset"])
    layout, found = lay_out(rules.board), {}
    names = [f"Seat {seat}" for seat in range(log.created["seats"])]
    events, state = dict(log.played), State()
    for entry in entries:
        if event := events.get(entry["seq"]):
            event.fold(state)
        if moment := wanted.get(entry["seq"]):
            heading = f"{moment}, after entry {entry['seq']}"
            scene = Scene(view_for(state, None), names, heading, rules.closed_routes(state))
            found[moment] = draw_table(rules.board, layout, scene)
    return found
