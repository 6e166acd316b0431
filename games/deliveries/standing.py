"""How a player's receivers of a channel have answered lately, and when they were last served.

Threads are lost to receivers that are slow, so those of a player who has not answered quickly yet, or was
slow lately, are in doubt: others come first, and only some threads are for all in doubt together.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.utils import timezone

from games.deliveries.models import Delivery, Standing
from games.sql import fetch

DOUBTED: Final = timedelta(minutes=10)  # after a slow answer, or none
# Of a row of standings, also one that is missing.
DOUBTFUL: Final = "(standing.trusted_from IS NULL OR standing.trusted_from > %(now)s)"


SERVED: Final = """
INSERT INTO games_standing (player_id, channel, served_at) VALUES (%s, %s, %s)
ON CONFLICT (player_id, channel) DO UPDATE SET served_at = excluded.served_at RETURNING player_id
"""


def player_served(player: UUID, channel: str, now: datetime) -> None:
    fetch(SERVED, player, channel, now)


def standing_note(row: Delivery, *, is_slow: bool) -> None:
    """A receiver was slow: for a while all of its player are in doubt. Or it was quick for the first time.

    Who has never been quick is in doubt anyway.
    """
    now, mine = timezone.now(), Standing.objects.filter(player=row.player_id, channel=row.channel)
    if is_slow:
        mine.filter(trusted_from__isnull=False).update(trusted_from=now + DOUBTED)
    else:
        mine.filter(trusted_from=None).update(trusted_from=now)


def standing_forget(player: UUID, channel: str) -> None:
    """There is a new receiver, which has to answer itself."""
    Standing.objects.filter(player=player, channel=channel).update(trusted_from=None)
