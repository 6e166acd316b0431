"""What can be listened to: something with numbered messages, read page by page, that ends at a number.

A game's log (`log`) is one such source, a player's notices (`notices`) are another. The hub, the watches and
the streams know no more of either than what stands here. `read` and `heads` wait for the database, so they
are called in threads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol
from uuid import UUID

from games.log.viewer import Viewer
from games.streams.wire import Form

READ_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class Head:
    """Where a source ends, and what a heartbeat says of it: nothing before anybody has looked."""

    number: int
    facts: dict[str, Any] = field(default_factory=dict)
    own: dict[int | None, dict[str, Any]] = field(default_factory=dict)  # more of them, by seat

    def facts_for(self, viewer: Viewer) -> dict[str, Any]:
        return {**self.facts, **self.own.get(viewer.seat, {})}


class Page(Protocol):
    """What lies behind `after`, in order and without a gap; all of it, or as much as is read at once."""

    @property
    def after(self) -> int: ...

    @property
    def head(self) -> Head: ...

    @property
    def is_empty(self) -> bool: ...

    @property
    def is_over(self) -> bool:
        """Whether nothing will ever come behind the head."""

    def admit(self, viewer: Viewer) -> Viewer | None:
        """The viewer as of this page; None if they may not go on listening."""

    def messages(self, viewer: Viewer, form: Form, after: int) -> Iterable[tuple[int, bytes]]:
        """What this viewer may read after `after`, each message with its number."""

    def view(self, viewer: Viewer, form: Form) -> bytes | None:
        """A message with the newest view; None if none was drawn for this viewer."""


class Source(Protocol):
    @property
    def kind(self) -> str:
        """For the metrics."""

    @property
    def tells(self) -> str:
        """The name of its messages."""

    @property
    def id(self) -> UUID: ...

    @property
    def channel(self) -> str:
        """Where Redis tells of it; no two sources have the same."""

    def read(self, after: int, head: int, viewers: Collection[Viewer]) -> Page:
        """What lies behind `after`. `head` is how far it goes, as far as anybody has heard.

        `viewers` are those to draw a view for, if there is anything new.
        """

    @staticmethod
    def heads(ids: list[UUID]) -> dict[UUID, Head]:
        """Where many of this class end, in one query."""
