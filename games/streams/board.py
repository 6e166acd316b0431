"""New messages of a table's board, announced on the stream of its game to those who may read them.

An announcement has no number of its own: what was missed is in the list of messages.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from games.http.answers import or_absent
from games.log.models import Seat
from games.log.viewer import Viewer
from games.messages.models import Message
from games.relations.friends import blockers_of
from games.streams.answers import BoardMessage, BoardNews


@dataclass(frozen=True, slots=True)
class Announcement:
    message: BoardMessage
    host: UUID | None
    blockers: set[UUID]  # players at the table who have blocked the author

    def is_for(self, viewer: Viewer) -> bool:
        """As `messages.selectors` has it while a game is open or played. It makes no query."""
        player = viewer.player.pk if viewer.player else None
        if player is None or player in self.blockers:
            return False
        return viewer.seat is not None or player == self.host


def announcement(game: UUID, number: int) -> Announcement | None:
    """None if the message is already deleted. It reads the database."""
    row = Message.objects.filter(game=game, number=number, deleted="").select_related("game").first()
    if row is None:
        return None
    seated = Seat.objects.filter(game=game, player__isnull=False).values_list("player_id", flat=True)
    people = {one for one in (*seated, row.game.host_id) if one}
    shown = BoardNews(number=row.number, seat=or_absent(row.seat))
    return Announcement(BoardMessage(data=shown), row.game.host_id, blockers_of(row.player_id, people))
