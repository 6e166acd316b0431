"""What happened between two moments of a game, for one viewer."""

from __future__ import annotations

from typing import Any

from games.audits.sentences import sentence
from games.log import store
from games.log.fold import Folded
from games.log.sight import Sight
from games.play.selectors import Seen
from games.play.visible_log import log_entries
from rules import plain_view

Plain = dict[str, Any]


def diff_get(seen: Seen, after: int) -> Plain:
    """From behind the event `after` up to what is seen: sentences, events, and what then was different."""
    entries = [entry for entry in log_entries(seen) if entry["seq"] > after]
    before = store.as_of(seen.game.id, after) if after else Folded()
    names = names_of(seen)
    return {
        "version": seen.folded.seq,
        "hash": seen.folded.hash,
        "from": after,
        "to": seen.folded.seq,
        "sentences": [{"seq": entry["seq"], "text": sentence(entry, names)} for entry in entries],
        "events": entries,
        "changes": changes(facts(before, seen.sight), facts(seen.folded, seen.sight)),
    }


def names_of(seen: Seen) -> dict[int, str]:
    people = seen.people
    chairs = seen.folded.table.chairs
    bots = {
        number: f"the bot {chair.bot} in seat {number}" for number, chair in enumerate(chairs) if chair.bot
    }
    return {**{number: player.name for number, player in people.items()}, **bots}


def facts(folded: Folded, sight: Sight) -> Plain:
    """Where the game stands, as this viewer sees it; nothing before the table was opened."""
    if not folded.seq:
        return {}
    view = plain_view(sight.view(folded.state)) if folded.state else {}
    return {**view, "status": folded.status, "to_act": list(folded.to_act)}


def changes(before: Plain, after: Plain) -> Plain:
    """What differs, each with what it was and what it is; absent where there was none."""
    differing = [name for name in sorted({*before, *after}) if before.get(name) != after.get(name)]
    sides = (("from", before), ("to", after))
    return {name: {side: facts[name] for side, facts in sides if name in facts} for name in differing}
