"""Viewers of a game and what they may know. Every response about a game depends on its viewer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.accounts.models import Player
from games.log.entries import Entry, redacted
from rules import State, View, open_view, view_for


@dataclass(frozen=True, slots=True)
class Viewer:
    """The player in a seat, a spectator, or an auditor, who sees everything.

    Viewers are equal if they see the same, so a message rendered for one can be sent to the others.
    """

    player: Player | None = field(default=None, compare=False)  # None: an anonymous request
    seat: int | None = None
    sees_all: bool = False  # because of an audit assignment, or because the game is over

    def view(self, state: State) -> View:
        return open_view(state) if self.sees_all else view_for(state, self.seat)

    def entry(self, entry: Entry, *, key: bytes, over: bool) -> dict[str, Any]:
        """The entry as this viewer may read it. Once the game is over nothing is hidden."""
        return redacted(entry, seat=self.seat, key=key, over=over or self.sees_all)


SPECTATOR = Viewer()
AUDITOR = Viewer(sees_all=True)
