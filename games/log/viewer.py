"""Who looks at a game, and what of it they may know. Every answer about a game asks here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.log.entries import Entry, redacted
from games.models import Player
from rules import State, View, open_view, view_for


@dataclass(frozen=True, slots=True)
class Viewer:
    """The player in a seat, a spectator, or an auditor from whom nothing is hidden.

    Viewers are equal if they see the same, so what was written for one of them can be sent to the others.
    """

    player: Player | None = field(default=None, compare=False)  # None: an anonymous request
    seat: int | None = None
    sees_all: bool = False  # by virtue of an audit assignment, or because the game is over

    def view(self, state: State) -> View:
        return open_view(state) if self.sees_all else view_for(state, self.seat)

    def entry(self, entry: Entry, *, key: bytes, over: bool) -> dict[str, Any]:
        """The entry of a log; once the game is over nothing in it is hidden from anybody."""
        return redacted(entry, seat=self.seat, key=key, over=over or self.sees_all)


SPECTATOR = Viewer()
AUDITOR = Viewer(sees_all=True)
