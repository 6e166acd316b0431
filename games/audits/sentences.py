"""What happened, as a player would say it: made from what a viewer may read of an event, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.table.events import TABLE_EVENTS
from rules.events import EVENTS
from rules.sentences import Words

SHAPES = {**TABLE_EVENTS.by_name, **EVENTS.by_name}


def sentence(entry: Mapping[str, Any], words: Words) -> str:
    """One sentence for an entry as it is shown to a viewer."""
    known = {**entry["public"], **entry.get("private", {})}
    cls = SHAPES[entry["type"]].cls
    return words.say(cls.sentence, {**known, "number": known.get("seat")}, entry.get("by"))
