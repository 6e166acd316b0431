"""A log as its auditor reads it: nothing in it is trusted, and a fault names the entry it is in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Any

from proof.chain import from_hex
from proof.envelopes import Entry
from proof.faults import Fault, NotYet
from proof.table import Walk
from rules.chance import game_key, key_name
from rules.codec import read_fields
from rules.events import EVENTS, Event
from rules.table.fold import table_of


class Log:
    """The entries, and what the later checks need to know of them.

    `is_cut`: the reader has cut it off at some entry, perhaps amid what was written in one go.
    """

    def __init__(self, entries: Sequence[Entry], seed: bytes | None = None, *, is_cut: bool = False) -> None:
        self.entries, self._seed, self.is_cut = entries, seed, is_cut

    def of(self, kind: str) -> Iterator[Entry]:
        return iter(self._by_kind.get(kind, ()))

    @cached_property
    def _by_kind(self) -> Mapping[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            if isinstance(kind := entry["type"], str):  # a type may be anything, even what has no hash
                found.setdefault(kind, []).append(entry)
        return found

    @property
    def created(self) -> Mapping[str, Any]:
        first = self.entries[0]
        if first["type"] != "game_created":
            raise Fault(first["seq"], "the log does not begin with the opening of the table")
        public: Mapping[str, Any] = first["public"]
        return public

    @property
    def seed(self) -> bytes:
        revealed = next(self.of("seed_revealed"), None)
        if revealed is not None:
            return from_hex(revealed["public"]["seed"])
        if self._seed is None:
            raise NotYet("the game is not over, so its seed is secret")
        return self._seed

    @property
    def is_open(self) -> bool:
        """Whether nothing is hidden from the auditor."""
        return self._seed is not None or any(self.of("seed_revealed"))

    @cached_property
    def walk(self) -> Walk:
        """The table, followed from its opening to where the log ends."""
        return Walk(self.entries, self._by_kind, is_cut=self.is_cut)

    @property
    def client_seeds(self) -> list[str]:
        """In seat order, as they were when the game started."""
        return table_of(takewhile(lambda entry: entry["type"] != "game_started", self.entries)).client_seeds

    @property
    def key(self) -> bytes:
        name = key_name(self.entries[0]["game"], self.created.get("purpose"))
        return game_key(self.seed, name, self.client_seeds)

    @cached_property
    def played(self) -> list[tuple[int, Event]]:
        """The game's own events with their seq; those of the table are left out."""
        names = EVENTS.by_name
        return [(entry["seq"], event_of(entry)) for entry in self.entries if entry["type"] in names]


def event_of(entry: Entry) -> Event:
    try:
        return read_fields(entry["type"], entry["v"], fields_of(entry))
    except NotYet:
        raise
    except Exception as error:  # noqa: BLE001 (no entry, however odd, may stop its auditor)
        raise Fault(entry["seq"], f"this is not a {entry['type']}: {error}") from None


def fields_of(entry: Entry) -> Mapping[str, Any]:
    if entry.get("sealed") and "private" not in entry:
        raise NotYet("parts of the log are still sealed")
    return {**entry["public"], **entry["private"]} if "private" in entry else entry["public"]
