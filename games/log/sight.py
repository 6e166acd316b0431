"""What a viewer may know of a game: every answer about one asks here, and none shows more than another."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.log.entries import Entry, redacted
from rules import State, View, open_view, view_for


class Sight(NamedTuple):
    """Whose eyes: a seat's, a spectator's, or those of an auditor from whom nothing is hidden."""

    seat: int | None = None
    everything: bool = False

    def view(self, state: State) -> View:
        return open_view(state) if self.everything else view_for(state, self.seat)

    def entry(self, entry: Entry, *, key: bytes, over: bool) -> dict[str, Any]:
        """The entry of a log; once the game is over nothing in it is hidden from anybody."""
        return redacted(entry, seat=self.seat, key=key, over=over or self.everything)


SPECTATOR = Sight()
EVERYTHING = Sight(everything=True)
