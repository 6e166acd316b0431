"""Locks, and the one order in which rows are locked.

A transaction that locks several of these rows locks them from top to bottom, so no two transactions wait for
each other. Several rows of one kind are locked in the order of their ids.

    row              locked by                                 for
    game             `moves.change.changing`                   every change to a game
                     `log.writes.append_unless_changed`        a usual move, for one statement
    notifier cursor  `projector.game_project`                  reading on in a log (skips locked rows)
                     `webhooks.services.webhook_create`        adding who watches the game
    inbox            `accounts.services.player_lock`           seats, tokens, imports, webhooks, deletion
                     `notices.services.notices_give`           numbering notices without gaps
                     `notices.services.notices_forget`         deleting old ones
    list of looks    `reading.access_log.look_note`            chaining looks
    webhook          `webhooks.channel`, `webhooks.receivers`  success, failure, pause
                     `webhooks.new_deliveries`                 (shared) against a deletion meanwhile
    standing         `deliveries.batches`, `webhooks.services` being served, a new receiver
    delivery         `deliveries.sender`                       the result of an attempt

The inbox is the lock on a player. The row of the player would be the wrong one: on Citus it is on every node,
and whoever locks a row of such a table waits for all who lock another.

Work that would have to lock upwards gets a transaction of its own: before the others (account deletion leaves
each game first) or after the commit (a paused webhook's notice). Ratings are locked after the game, by
settlements; one at a time by the comparison of each night; and all, as a table, by `rebuild --ratings`.

There are three advisory locks, in `deliveries.batches`, `transparency.sequencer` and `search.services`.
Each is taken before any row, and only for a transaction: a pooler in transaction mode would leave that of a
session held. They hold on one node. Work that is merely better done once has a lease (`work.leases`).
"""

from hashlib import sha256


def lock_key(name: str) -> int:
    """PostgreSQL identifies an advisory lock by a 64-bit integer."""
    return int.from_bytes(sha256(name.encode()).digest()[:8], signed=True)
