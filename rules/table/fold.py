"""Folds a log into a game: the table, the state of the rules and the head of the hash chain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple

from rules.codec import read_event
from rules.declare import Shape
from rules.events import EVENTS, Event
from rules.events.base import actor_of as event_actor
from rules.state import State
from rules.table.base import TABLE_EVENTS, TableEvent
from rules.table.clock import GRACE, Clocks
from rules.table.state import OVER, Status, Table

LogEvent = TableEvent | Event
NOTHING_BEFORE: Final = "0" * 64  # the hash before the first entry


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
        if self.table.status is Status.PLAYING and self.state and self.state.phase in ("scoring", "over"):
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
        if not self.table.clock or seat not in self.to_act or self.table.chairs[seat].played_by:
            return None
        return self.clocks.deadline(seat, self.table.clock)

    @property
    def first_deadline(self) -> datetime | None:
        """When the first person runs out of time."""
        return min(filter(None, map(self.deadline, self.people_to_act)), default=None)

    def late(self, now: datetime) -> list[int]:
        """The seats that can be timed out, by the table's clock: a bot may decide for them from now on."""
        deadlines = {seat: self.deadline(seat) for seat in self.people_to_act}
        return [seat for seat, deadline in deadlines.items() if deadline and deadline + GRACE <= now]


def shape_of(event: LogEvent) -> Shape:
    return TABLE_EVENTS.shapes.get(type(event)) or EVENTS.shapes[type(event)]


def actor_of(event: LogEvent) -> int | None:
    """The seat that caused the event, or None for the table itself."""
    return event.actor if isinstance(event, TableEvent) else event_actor(event)


def maker_of(event: LogEvent, table: Table) -> str | None:
    """Who made the decision: a person, a program, a bot, a stand-in or a cover; None for the table itself."""
    if isinstance(event, TableEvent):
        return event.maker(table)
    actor = event_actor(event)
    return None if actor is None else table.chairs[actor].maker


def read_row(row: Row) -> LogEvent:
    fields = {**row.public, **(row.private or {}), "type": row.type, "v": row.v}
    shape = TABLE_EVENTS.by_name.get(row.type)
    return read_event(fields) if shape is None else read_table_event(shape, fields)


def read_table_event(shape: Shape, fields: Mapping[str, Any]) -> TableEvent:
    event: TableEvent = shape.cls(**{name: fields[name] for name in shape.fields if name in fields})
    return event


def table_of(entries: Iterable[Mapping[str, Any]]) -> Table:
    """The table that a log adds up to; of its game nothing is known."""
    table = Table()
    for entry in entries:
        if shape := TABLE_EVENTS.by_name.get(entry["type"]):
            table = read_table_event(shape, entry["public"]).fold(table)
    return table


def fold(folded: Folded, rows: Iterable[Row]) -> Folded:
    """Apply rows to an already folded game."""
    return fold_events(folded, ((read_row(row), row.seq, row.hash, row.at) for row in rows))


def fold_events(folded: Folded, steps: Iterable[tuple[LogEvent, int, str, datetime]]) -> Folded:
    game = Fold(folded)
    seq, head, at = folded.seq, folded.hash, folded.at
    for event, seq, head, at in steps:  # noqa: B007 (the last step's values are the new head)
        if isinstance(event, TableEvent):
            game.seat(event, at)
        else:
            game.play(event, at)
    return game.folded(seq, head, at)


class Fold:
    """A game that is being folded, with a state of its own that changes in place."""

    def __init__(self, folded: Folded) -> None:
        self.table, self.clocks, self.times = folded.table, folded.clocks, folded.times
        self.state = folded.state.copy() if folded.state else None

    def folded(self, seq: int, head: str, at: datetime | None) -> Folded:
        return Folded(seq, head, at, self.table, self.state, self.clocks, self.times)

    def seat(self, event: TableEvent, at: datetime) -> None:
        """An event of the table."""
        self.table = table = event.fold(self.table)
        self.times = {**self.times, table.status: self.times.get(table.status, at)}
        if table.clock:
            self.clocks = event.wind(self.clocks, table, table.time(self.times[Status.OPEN], at))

    def play(self, event: Event, at: datetime) -> None:
        """An event of the game."""
        self.state = self.state or State()
        event.fold(self.state)
        actor = event_actor(event)
        if actor is not None:
            self.acted(actor)
        if self.table.clock:
            self.tick(actor, at)

    def acted(self, seat: int) -> None:
        """A decision was made for the seat."""
        chair = self.table.chairs[seat]
        if (new := chair.decided()) is not chair:
            self.table = self.table.with_chair(seat, new)

    def tick(self, actor: int | None, at: datetime) -> None:
        """The clocks after an event of the game, by this seat or by the game itself."""
        if self.state is not None:
            shown = self.table.time(self.times[Status.OPEN], at)
            self.clocks = self.clocks.after(actor, shown, self.state.to_act, self.table.clock)
