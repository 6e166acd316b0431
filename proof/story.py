"""A log as sentences for people, from what its reader may know, and what its seats are called."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final

from proof.envelopes import Entry
from rules.events import EVENTS, SeatEvent
from rules.sentences import Doers, Words
from rules.table import TOLD
from rules.table.base import TABLE_EVENTS
from rules.table.state import Chair

_SHAPES: Final = {**TABLE_EVENTS.by_name, **EVENTS.by_name}
DEEDS: Final = frozenset(name for name, shape in EVENTS.by_name.items() if issubclass(shape.cls, SeatEvent))
DELETED: Final = "deleted player"  # with a number


def story(
    entries: Iterable[Entry], words: Words, kinds: Container[str] = _SHAPES
) -> Iterator[tuple[Entry, str]]:
    """A sentence for each entry of these kinds. The entries must begin with the first of the log."""
    doers = Doers()
    for entry in entries:
        if entry["type"] in kinds:
            yield entry, sentence_of(entry, words, doers.of(entry))
        if entry["type"] in TOLD:
            doers.follow(entry)


def sentence_of(entry: Entry, words: Words, doer: str = "{seat}") -> str:
    known = {**entry["public"], **entry.get("private", {})}
    sentence = _SHAPES[entry["type"]].cls.sentence
    return words.say(sentence, {**known, "number": known.get("seat")}, doer)


def bot_name(bot: str, seat: int) -> str:
    return f"the bot {bot} in seat {seat}"


def deleted_names(chairs: Sequence[Chair], known: Container[int], first: int = 1) -> dict[int, str]:
    """People without a name have deleted their accounts. They are numbered, to tell them apart."""
    gone = (seat for seat, chair in enumerate(chairs) if chair.taken and not chair.bot and seat not in known)
    return {seat: f"{DELETED} {number}" for number, seat in enumerate(gone, start=first)}
