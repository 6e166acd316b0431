"""Events as sentences for people, made only from what a viewer may read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.events import EVENTS
from rules.sentences import Doers, Words
from rules.table.base import TABLE_EVENTS

SHAPES = {**TABLE_EVENTS.by_name, **EVENTS.by_name}


Entry = Mapping[str, Any]


def story(entries: Iterable[Entry], words: Words) -> Iterator[tuple[Entry, str]]:
    """A sentence for each redacted entry. The entries must begin with the first of the log."""
    doers = Doers()
    for entry in entries:
        known = {**entry["public"], **entry.get("private", {})}
        fields = {**known, "number": known.get("seat")}
        yield entry, words.say(SHAPES[entry["type"]].cls.sentence, fields, doers.of(entry))
        doers.follow(entry)
