"""Folds a log into a game: the table, the state of the rules and the head of the hash chain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from rules import Event as RulesEvent
from rules import State, read_event
from rules.declare import Shape
from rules.events import EVENTS
from rules.events.base import actor_of as event_actor
from rules.proof.chain import NOTHING_BEFORE
from rules.table.absences import SeatReturned
from rules.table.clock import Clocks
from rules.table.events import TABLE_EVENTS, SeatTaken, TableEvent
from rules.table.state import Table
from rules.table.status import OVER, Status

LogEvent = TableEvent | RulesEvent


class Row(NamedTuple):
    """The columns of a stored event that folding needs."""

    seq: int
    type: str
    v: int
    at: datetime
    public: dict[str, Any]
    private: dict[str, Any] | None
    hash: str


@dataclass(frozen=True, slots=True)
class Folded:
    """A game folded from its log. Immutable: folding more events makes a new one."""

    seq: int = 0
    hash: str = NOTHING_BEFORE
    at: datetime | None = None
    table: Table = field(default_factory=Table)
    state: State | None = None  # none before the start
    clocks: Clocks = field(default_factory=Clocks)
    times: Mapping[Status, datetime] = field(default_factory=dict)  # when the table entered each status

    @property
    def status(self) -> Status:
        """The status of the table, or scoring between the last turn and the settlement."""
        if self.table.status is Status.PLAYING and self.state and self.state.phase == "scoring":
            return Status.SCORING
        return self.table.status

    @property
    def has_started(self) -> bool:
        """From here on the seats, the client seeds and thus the game key are fixed."""
        return Status.PLAYING in self.times

    @property
    def is_finished(self) -> bool:
        """The scores are counted and the seed is revealed: nothing is secret any more."""
        return self.table.status is Status.FINISHED

    @property
    def is_over(self) -> bool:
        """Nothing more happens: the game is finished, or the table was closed before the start."""
        return self.table.status in OVER

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.state.to_act if self.state and self.table.status is Status.PLAYING else ()

    @property
    def people_to_act(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.to_act if not self.table.chairs[seat].played_by)

    def time(self, at: datetime) -> datetime:
        """The clock of the table at this moment."""
        return self.table.time(self.times.get(Status.OPEN, at), at)

    def deadline(self, seat: int) -> datetime | None:
        """When this seat runs out of time. Bots have no deadline."""
        if not self.table.clock or seat not in self.people_to_act:
            return None
        return self.clocks.deadline(seat, self.table.clock)


def shape_of(event: LogEvent) -> Shape:
    return TABLE_EVENTS.shapes.get(type(event)) or EVENTS.shapes[type(event)]


def actor_of(event: LogEvent) -> int | None:
    """The seat that caused the event, or None for the table itself."""
    if isinstance(event, TableEvent):
        return getattr(event, "seat", None) if event.by_seat else None
    return event_actor(event)


def maker_of(event: LogEvent, table: Table) -> str | None:
    """Who made the decision: a person, a program, a bot, a stand-in or a cover; None for the table itself."""
    actor = actor_of(event)
    if actor is None:
        return None
    if isinstance(event, SeatTaken):
        return event.player
    chair = table.chairs[actor]
    return chair.account if isinstance(event, SeatReturned) else chair.maker


def read_row(row: Row) -> LogEvent:
    fields = {**row.public, **(row.private or {}), "type": row.type, "v": row.v}
    shape = TABLE_EVENTS.by_name.get(row.type)
    if shape is None:
        return read_event(fields)
    given = {name: fields[name] for name in shape.fields if name in fields}
    event: TableEvent = shape.cls(**given)
    return event


def fold(folded: Folded, rows: Iterable[Row]) -> Folded:
    """Apply rows to an already folded game."""
    return fold_events(folded, ((read_row(row), row.seq, row.hash, row.at) for row in rows))


def fold_events(folded: Folded, steps: Iterable[tuple[LogEvent, int, str, datetime]]) -> Folded:
    table = folded.table
    state = folded.state.copy() if folded.state else None
    clocks = folded.clocks
    times = folded.times
    seq, head, at = folded.seq, folded.hash, folded.at
    for event, seq, head, at in steps:  # noqa: B007 (the last step's values are the new head)
        if isinstance(event, TableEvent):
            table = event.fold(table)
            times = {**times, table.status: times.get(table.status, at)}
            if table.clock:
                clocks = event.wind(clocks, table, table.time(times[Status.OPEN], at))
            continue
        state = state or State()
        event.fold(state)
        actor = event_actor(event)
        if actor is not None and (chair := table.chairs[actor].decided()) is not table.chairs[actor]:
            table = table.with_chair(actor, chair)
        if table.clock:
            shown = table.time(times[Status.OPEN], at)
            clocks = clocks.after(actor, shown, state.to_act, table.clock)
    return Folded(seq, head, at, table, state, clocks, times)
