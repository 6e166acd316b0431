"""An event is a fact and knows how it changes a state; it asks no rule and no board.

`fold` changes the state it is given, which must be the folder's own copy: it assigns to fields and
changes nothing that a field holds.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar, dataclass_transform

from rules.actions import Action
from rules.declare import Registry, private, public, record, secret
from rules.state import State

E = TypeVar("E", bound="Event")

EVENTS = Registry("event")


class Event:
    """Something the table did: dealt, shuffled, counted."""

    __slots__ = ()
    sentence: ClassVar[str]  # for people; see rules/sentences.py
    v: ClassVar[int] = 1

    def fold(self, state: State) -> None:
        raise NotImplementedError


class SeatEvent(Event):
    """Something a seat did. It knows the action it came from, so an auditor can decide it again."""

    __slots__ = ()
    seat: int

    def asked(self) -> Action:
        raise NotImplementedError


@dataclass_transform(frozen_default=True, field_specifiers=(public, private, secret))
def event(cls: type[E]) -> type[E]:
    return EVENTS.add(record(cls))


def actor_of(event: Event) -> int | None:
    """The seat that did it, or None for the table itself."""
    return event.seat if isinstance(event, SeatEvent) else None


def as_plain(value: Any) -> Any:
    """Tuples as lists, all the way down: what JSON would give back."""
    if isinstance(value, (list, tuple)):
        return [as_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: as_plain(item) for key, item in value.items()}
    return value
