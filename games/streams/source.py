"""The interface of what can be streamed: numbered messages, read in pages.

The log of a game (`game_log`) is one source, the notices of a player (`notices`) are another. The hub, the
watches and the streams use only this interface. `read` and `heads` query the database, so they are called in
threads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol
from uuid import UUID

from games.log.viewer import Viewer
from games.streams.wire import Form, StreamMessage

READ_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a source and the data of its heartbeat, which is empty until it was read."""

    number: int
    facts: dict[str, Any] = field(default_factory=dict)
    own: dict[int | None, dict[str, Any]] = field(default_factory=dict)  # more of them, by seat

    def facts_for(self, viewer: Viewer) -> dict[str, Any]:
        return {**self.facts, **self.own.get(viewer.seat, {})}


class Page(Protocol):
    """The messages after `after`, in order and without a gap: all of them, or as many as are read at once."""

    @property
    def after(self) -> int: ...

    @property
    def head(self) -> Head: ...

    @property
    def is_empty(self) -> bool: ...

    @property
    def is_over(self) -> bool:
        """Whether there will never be anything after the head."""

    def admit(self, viewer: Viewer) -> Viewer | None:
        """The viewer as of this page; None if they may no longer read the source."""

    def messages(self, viewer: Viewer, form: Form, after: int) -> Iterable[tuple[int, bytes]]:
        """What this viewer may read after `after`, each message with its number."""

    def view(self, viewer: Viewer, form: Form) -> bytes | None:
        """A message with the newest view; None if none was rendered for this viewer."""


class Source(Protocol):
    @property
    def kind(self) -> str:
        """For the metrics."""

    @property
    def message_name(self) -> str:
        """The name of its messages."""

    @staticmethod
    def heartbeat(facts: dict[str, Any], at: str) -> StreamMessage:
        """A message of where it ends."""

    @property
    def id(self) -> UUID: ...

    @property
    def channel(self) -> str:
        """Its channel in Redis, unique among sources."""

    def read(self, after: int, head: int, viewers: Collection[Viewer]) -> Page:
        """The messages after `after`. `head` is the newest number announced so far.

        If there is anything new, a view is rendered for each of `viewers`.
        """

    @staticmethod
    def heads(ids: list[UUID]) -> dict[UUID, Head]:
        """The heads of many sources of this class, in one query."""
