"""A finished log, read once: the game at its end, and who did what on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from games.log import store
from games.log.entries import Entry
from games.search.models import History
from rules import Ruleset, State, ruleset
from rules.events import Event as RulesEvent
from rules.events import SeatEvent
from rules.scoring import ScoreSheet
from rules.table.fold import read_row, table_of

LEFT = {"seat_resigned": History.Ended.RESIGNED, "seat_handed_over": History.Ended.HANDED_OVER}


@dataclass(frozen=True)
class Story:
    """A log that has ended, with everything open."""

    entries: Sequence[Entry]

    @cached_property
    def rules(self) -> Ruleset:
        return ruleset(self.entries[0]["public"]["ruleset"])

    @cached_property
    def events(self) -> list[tuple[int, RulesEvent]]:
        """Those of the game; the table's own are left out."""
        rows = (store.row_of(entry) for entry in self.entries)
        events = ((row.seq, read_row(row)) for row in rows)
        return [(seq, event) for seq, event in events if isinstance(event, RulesEvent)]

    @cached_property
    def state(self) -> State:
        """At the end."""
        state = State()
        for _, event in self.events:
            event.fold(state)
        return state

    @cached_property
    def sheet(self) -> ScoreSheet:
        return self.rules.score(self.state)

    @property
    def deeds(self) -> list[tuple[int, SeatEvent]]:
        return [(seq, event) for seq, event in self.events if isinstance(event, SeatEvent)]

    def of(self, *kinds: str) -> list[Entry]:
        return [entry for entry in self.entries if entry["type"] in kinds]

    @property
    def ended_at(self) -> datetime:
        return store.parsed_time(self.entries[-1]["at"])

    @cached_property
    def players(self) -> dict[int, str]:
        """`person`, `program` or the name of a bot, by seat, as they were at the start."""
        return {seat: chair.bot or chair.account for seat, chair in enumerate(table_of(self.entries).chairs)}

    @cached_property
    def people(self) -> frozenset[int]:
        return frozenset(seat for seat, player in self.players.items() if player == "person")

    @property
    def table(self) -> History.Table:
        if len(self.people) == len(self.players):
            return History.Table.PEOPLE
        return History.Table.MIXED if self.people else History.Table.BOTS

    @property
    def ended(self) -> History.Ended:
        """How; a resignation counts for more than a hand-over."""
        kinds = {entry["type"] for entry in self.of(*LEFT)}
        return next((how for kind, how in LEFT.items() if kind in kinds), History.Ended.PLAYED_OUT)


def story_of(game: UUID) -> Story:
    return Story(store.entries_of(game))
