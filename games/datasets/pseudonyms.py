"""Names for players that are the same throughout one data set and say nothing outside it."""

from __future__ import annotations

import hmac
import secrets
from base64 import b32encode
from typing import Final
from uuid import UUID

LETTERS: Final = 16  # 80 bits


class Pseudonyms:
    """Keyed by a salt that is never kept: nobody can tell who is who, nor compare two data sets."""

    def __init__(self) -> None:
        self._salt = secrets.token_bytes(32)

    def of(self, player: UUID) -> str:
        digest = hmac.digest(self._salt, player.bytes, "sha256")
        return "player-" + b32encode(digest).decode().lower()[:LETTERS]
