"""How the events, wishes and refusals of a table are declared, and how a wish is decided.

They hold seat numbers and the names of bots, never the name or id of a person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, TypeVar, dataclass_transform

from rules.declare import Registry, record
from rules.refusals import Refusal
from rules.table.clock import Clocks
from rules.table.state import Table

if TYPE_CHECKING:
    from rules.table.fold import Folded

E = TypeVar("E", bound="TableEvent")
W = TypeVar("W", bound="Wish")

TABLE_EVENTS = Registry("table event")
TABLE_REFUSALS: dict[str, type[Refusal]] = {}


class TableRefusal(Refusal):
    """The table does not allow it now, and nothing has changed."""

    kinds = TABLE_REFUSALS
    rule = ""
    fault: ClassVar[str] = ""  # as an auditor says it who finds the event in a log; may name its fields, too
    check: ClassVar[str] = ""  # the check of an audit that it belongs to, if it is not that of the event


class NotDue(Exception):
    """No player asks for this: the server itself would be wrong to do it. An auditor may find it in a log."""


class TableEvent:
    """A fact in the same log as those of the game. It knows how it changes the table, and asks no rule."""

    __slots__ = ()
    sentence: ClassVar[str]  # for people; `{number}` is the seat by its number
    v: ClassVar[int] = 1
    check: ClassVar[str] = "table"  # the check of an audit that it belongs to
    wish: ClassVar[type[Wish]]

    def fold(self, table: Table) -> Table:
        return table

    def wind(self, clocks: Clocks, table: Table, at: datetime) -> Clocks:
        """The clocks after the event. `at` is what the table's clock shows, `table` is as it is then."""
        return clocks

    def asked(self) -> Wish:
        """The wish it came from, so that an auditor can decide it again."""
        return self.wish(*_values(self, type(self)))

    @property
    def actor(self) -> int | None:
        """The seat that did it, or None for the table itself."""
        return None

    def maker(self, table: Table) -> str | None:
        """Who decided for the seat that did it; None for the table itself."""
        return None


@record
class BySeat(TableEvent):
    """Done by the seat that it names."""

    seat: int

    @property
    def actor(self) -> int:
        return self.seat

    def maker(self, table: Table) -> str:
        return table.chairs[self.seat].maker


class ChangeOfPlayer(TableEvent):
    """It tells who decides for a seat from here on."""

    __slots__ = ()
    check = "absences"


class Absence(ChangeOfPlayer):
    """Of players who are away: they still decide."""

    __slots__ = ()


class Wish:
    """Something that is asked of a table: by a player, by the host, or by the server itself."""

    __slots__ = ()
    makes: ClassVar[type[TableEvent]]

    def check(self, at: Folded, now: datetime) -> None:
        """Raise the reason why not, if there is one. `now` is what the table's clock shows."""
        raise NotImplementedError

    def events(self, at: Folded, now: datetime) -> Iterable[TableEvent]:
        """What follows if it is done."""
        return (self.makes(*_values(self, self.makes)),)


@record
class OfSeat(Wish):
    """Of which nothing more has to be said than the seat."""

    seat: int


def _values(source: object, event: type[TableEvent]) -> list[object]:
    return [getattr(source, name) for name in TABLE_EVENTS.shapes[event].fields]


def decide(at: Folded, wish: Wish, now: datetime) -> tuple[TableEvent, ...]:
    """What follows if this is done now; raises a refusal if it may not be."""
    shown = at.time(now)
    wish.check(at, shown)
    return tuple(wish.events(at, shown))


@dataclass_transform(frozen_default=True)
def table_event(cls: type[E]) -> type[E]:
    return TABLE_EVENTS.add(record(cls))


@dataclass_transform(frozen_default=True)
def wish(event: type[TableEvent]) -> Callable[[type[W]], type[W]]:
    """Declare the wish that makes this event first. It begins with the fields of the event."""

    def declared(cls: type[W]) -> type[W]:
        made = record(cls)
        event.wish, made.makes = made, event
        return made

    return declared
