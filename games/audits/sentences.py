"""What happened, as a player would say it: made from what a viewer may read of an event, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.table.events import TABLE_EVENTS
from rules.events import EVENTS
from rules.sentences import Doers, Words

SHAPES = {**TABLE_EVENTS.by_name, **EVENTS.by_name}


Entry = Mapping[str, Any]


def story(entries: Iterable[Entry], words: Words) -> Iterator[tuple[Entry, str]]:
    """A sentence for each entry as it is shown to a viewer. A log is told from its first entry on."""
    doers = Doers()
    for entry in entries:
        known = {**entry["public"], **entry.get("private", {})}
        fields = {**known, "number": known.get("seat")}
        yield entry, words.say(SHAPES[entry["type"]].cls.sentence, fields, doers.of(entry))
        doers.follow(entry)
