"""What binds a seat to an account: a commitment in the log, which the player can open.

It is salted by a secret of the account. With the secret, which dies with the account, nobody can tell any
more who it was, and the chain still holds.
"""

from __future__ import annotations

import hmac
import secrets
from uuid import UUID

from games.accounts.models import Player
from games.accounts.services import player_lock
from proof.receipts import seat_commitment


def seat_bind(locked: Player, game: UUID) -> str:
    """The commitment to this account for its seats at a game. Its first makes the secret; it is locked."""
    if locked.secret is None:
        locked.secret = secrets.token_bytes(32)
        locked.save(update_fields=["secret"])
    return seat_commitment(seat_salt(locked.secret, game), str(locked.pk))


def account_bind(player: Player, game: UUID) -> str:
    """The same for an auditor, who mostly has a secret: only the first look of all locks the player."""
    secret = Player.objects.values_list("secret", flat=True).get(pk=player.pk)
    if secret is None:
        return seat_bind(player_lock(player), game)
    return seat_commitment(seat_salt(secret, game), str(player.pk))


def seat_salt(secret: bytes | memoryview, game: UUID) -> bytes:
    return hmac.digest(bytes(secret), f"seat#{game}".encode(), "sha256")


def opening_of(player: Player, game: UUID, commitment: str) -> dict[str, str] | None:
    """What proves that this account is the one committed to; None if it is not."""
    if player.secret is None:  # it has never sat down, or is deleted
        return None
    salt, account = seat_salt(player.secret, game), str(player.pk)
    return {"account": account, "salt": salt.hex()} if seat_commitment(salt, account) == commitment else None
