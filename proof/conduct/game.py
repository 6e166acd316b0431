"""A finished log, as far as conduct shows in it. What it says is believed: prove it first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from proof.envelopes import Entry
from proof.exports import NoExport
from proof.log import Log
from rules.catalogue import ruleset
from rules.events import SeatEvent
from rules.ruleset import Ruleset
from rules.table.fold import table_of
from rules.table.state import table_size

Pair = tuple[int, int]  # who did it, and to whom


@dataclass(slots=True)
class Times:
    """How often something happened, and how often it could have."""

    hits: int = 0
    trials: int = 0

    def add(self, *, hit: bool) -> None:
        self.hits += hit
        self.trials += 1

    def merge(self, other: Times) -> None:
        self.hits += other.hits
        self.trials += other.trials


class Game:
    def __init__(self, header: Mapping[str, Any], entries: Sequence[Entry]) -> None:
        """Raises NoExport if the game is not over."""
        self.entries = entries
        log = Log(entries)
        if next(log.of("seed_revealed"), None) is None:
            raise NoExport("the game is not finished")
        self.id = str(header["game"])
        self.players: Mapping[str, str] = header.get("players", {})  # names by seat; in data sets alone
        self.rules: Ruleset = ruleset(log.created["ruleset"])
        self.seats = table_size(log.created["seats"])
        self.events = log.played
        self.deeds = [seq for seq, event in self.events if isinstance(event, SeatEvent)]

    @property
    def kind(self) -> tuple[str, int]:
        """What its base rates depend on: a table of three is no measure for one of five."""
        return self.rules.name, self.seats

    @cached_property
    def people(self) -> frozenset[int]:
        """The seats of people, as they were at the start."""
        chairs = enumerate(table_of(self.entries).chairs)
        return frozenset(seat for seat, chair in chairs if not chair.bot and chair.account == "person")

    def entry(self, seq: int) -> Entry:
        return self.entries[seq - 1]

    def of(self, *kinds: str) -> list[Entry]:
        return [entry for entry in self.entries if entry["type"] in kinds]
