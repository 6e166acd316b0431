"""Why a viewer may read a stream, where that can end without an event: an audit, an invitation.

The hub checks every second whether the grounds of its streams still hold.
"""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from games.log.viewer import Viewer
from games.reading.access_log import Assignment, assignments_living
from games.reading.guests import Guest, guests_living

Ground = Assignment | Guest


def ground_of(game: UUID, viewer: Viewer, *, is_guest: bool) -> Ground | None:
    """`is_guest`: without an invitation this private table would not be theirs to see."""
    if viewer.player is None or viewer.seat is not None:
        return None
    if viewer.sees_all:
        return Assignment(game, viewer.player.pk)
    return Guest(game, viewer.player.pk) if is_guest else None


def living(grounds: Collection[Ground]) -> set[Ground]:
    """Those that still hold, in one query for each kind."""
    assignments = {one for one in grounds if isinstance(one, Assignment)}
    guests = {one for one in grounds if isinstance(one, Guest)}
    return {
        *(assignments_living(assignments) if assignments else ()),
        *(guests_living(guests) if guests else ()),
    }
