"""The key with which a player signs moves, as the log has it.

A log names it in each game, so it tells by itself whose word counts from which entry on. Old keys go on
proving old moves.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Final

from rules.table.base import NotDue, OfSeat, TableEvent, table_event, wish
from rules.table.checks import NotPlaying
from rules.table.fold import Folded
from rules.table.state import Status, Table

KEY: Final = re.compile(r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]", re.ASCII)  # 32 bytes, in one spelling
REQUIRED: Final = "required"  # every move of the player must be signed
SIGNING: Final = ("optional", REQUIRED)


@table_event
class KeyChanged(TableEvent):
    """The key of a seat's player from here on: Ed25519, 32 bytes in base64url without padding.

    `signing` says whether the player demands a signature on all their moves. Without a key none counts.
    """

    sentence = "The key of {seat} was changed[ to {key}][; signing is {signing}]."
    seat: int
    key: str | None = None
    signing: str | None = None

    def fold(self, table: Table) -> Table:
        chair = replace(table.chairs[self.seat], key=self.key or "", signing=self.signing or "")
        return table.with_chair(self.seat, chair)


@wish(KeyChanged)
class UseKey(OfSeat):
    """Of the server, which knows the accounts. Whoever has a stand-in keeps their key."""

    key: str | None
    signing: str | None

    def check(self, at: Folded, now: datetime) -> None:
        if at.table.status not in (Status.OPEN, Status.PLAYING):
            raise NotPlaying(status=at.status)
        chair = at.table.chairs[self.seat]
        if not chair.taken or chair.bot:
            raise NotDue(f"no player sits in seat {self.seat}")
        if not self._is_key():
            raise NotDue("this is no key to sign with")

    def _is_key(self) -> bool:
        if self.key is None:
            return self.signing is None
        return bool(KEY.fullmatch(self.key)) and self.signing in SIGNING
