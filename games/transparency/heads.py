"""One hash for each version of a game: what was signed or announced once is never signed otherwise."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from games.sql import fetch
from games.transparency.refusals import HeadSigned

READ: Final = "SELECT encode(hash, 'hex') FROM games_signedhead WHERE game_id = %s AND version = %s"
KEEP: Final = """
INSERT INTO games_signedhead (game_id, version, hash) VALUES (%s, %s, decode(%s, 'hex'))
ON CONFLICT DO NOTHING RETURNING encode(hash, 'hex')"""


def head_keep(game: UUID, version: int, digest: str) -> None:
    """Call it before a head is signed. Refuses if another hash was kept for this version."""
    found = fetch(READ, game, version) or fetch(KEEP, game, version, digest) or fetch(READ, game, version)
    head_compare(version, digest, found[0][0])


def head_compare(version: int, digest: str, signed: str) -> None:
    if signed != digest:
        raise HeadSigned(version=version, signed=signed, hash=digest)
