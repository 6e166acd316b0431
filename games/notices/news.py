"""What the notifier hands on: the new part of a game's log, and whom it concerns."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from games.log.entries import Entry
from games.log.fold import Folded
from games.notices.derive import NoticeDraft


@dataclass(frozen=True, slots=True)
class News:
    """What has happened at a table since the notifier last read its log, and whom it concerns."""

    game: UUID
    folded: Folded  # behind the newest of the entries
    entries: list[Entry]  # whole: show each only as its reader may see it
    drafts: list[NoticeDraft]
    people: dict[int | None, UUID]  # by seat; under `HOST` the host, if they have no seat
    robots: frozenset[int]  # the seats of those among them that are programs

    def for_people(self) -> list[tuple[UUID, NoticeDraft]]:
        """Each notice with the player it is for."""
        return [(self.people[one.seat], one) for one in self.drafts if one.seat in self.people]
