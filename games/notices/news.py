"""What the notifier passes on: the new part of a game's log and the players it concerns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec

from games.log.entries import Entry
from games.log.viewer import SPECTATOR, Viewer
from games.notices.derive import NoticeDraft
from games.reading.answers import turn
from rules.table.fold import Folded


@dataclass(frozen=True, slots=True)
class News:
    """What has happened at a table since the notifier last read its log, and the players it concerns."""

    game: UUID
    folded: Folded  # after the newest of the entries
    entries: list[Entry]  # unredacted
    drafts: list[NoticeDraft]
    people: dict[int | None, UUID]  # by seat; under `HOST` the host, if they have no seat
    robots: frozenset[int]  # the seats of bot accounts
    removed: Mapping[int, UUID] = field(default_factory=dict)  # former players by the event that removed them
    watchers: Sequence[UUID] = ()  # players with a webhook for this game

    def for_people(self) -> list[tuple[UUID, NoticeDraft]]:
        """Each notice with its recipient."""
        found = ((self._recipient(one), one) for one in self.drafts)
        return [(player, one) for player, one in found if player]

    def _recipient(self, one: NoticeDraft) -> UUID | None:
        return self.removed.get(one.seq) if one.to_former else self.people.get(one.seat)

    def data_of(self, one: NoticeDraft, *, as_spectator: bool = False) -> dict[str, Any]:
        """What the notice carries, and how the game stands after all that has happened."""
        if not one.payload.standing:
            return one.data
        now = turn(self.folded, SPECTATOR if as_spectator else Viewer(seat=one.seat))
        return {**one.data, **msgspec.to_builtins(now)}
