"""What the notifier hands on: the new part of a game's log, and whom it concerns."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from games.log.entries import Entry
from games.log.fold import Folded
from games.notices.derive import Told


@dataclass(frozen=True, slots=True)
class News:
    """What has happened at a table since it was last told of, and whom it concerns."""

    game: UUID
    folded: Folded  # behind the newest of the entries
    entries: list[Entry]  # whole: show each only as its reader may see it
    told: list[Told]
    people: dict[int | None, UUID]  # by seat; under `HOST` the host, if they have no seat
    robots: frozenset[int]  # the seats of those among them that are programs

    def for_people(self) -> list[tuple[UUID, Told]]:
        """What is told, with whom it is told to."""
        return [(self.people[one.seat], one) for one in self.told if one.seat in self.people]
