"""The inbox is the lock on a player, and numbers the notices. Why it is: `log.locks`."""

from typing import Final
from uuid import UUID

from games.sql import fetch

INBOX: Final = """
INSERT INTO games_inbox (player_id, last) VALUES (%s, %s)
ON CONFLICT (player_id) DO UPDATE SET last = games_inbox.last + excluded.last RETURNING last
"""


def inbox_lock(player: UUID, *, notices: int = 0) -> int:
    """Lock a player's inbox until the end of the transaction, and reserve numbers for so many notices.

    Returns the newest number. The row is made if it is missing, also for a player who is being deleted: the
    caller reads the player afterwards.
    """
    ((last,),) = fetch(INBOX, player, notices)
    return int(last)
