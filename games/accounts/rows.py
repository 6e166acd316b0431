"""The row of a token with its player, which every request needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.accounts.models import Player, Token
from games.sql import columns, fetch, from_row, names_of

TOKEN: Final = (
    f"SELECT {columns(Token, 'token')}, {columns(Player, 'player')} FROM games_token token "  # noqa: S608 – no value in it
    "JOIN games_player player ON player.id = token.player_id WHERE token.digest = %s"
)


def token_row(digest: str) -> Token | None:
    """The token and, in the same query, its player."""
    rows = fetch(TOKEN, digest)
    return token_of(rows[0]) if rows else None


def token_of(row: Sequence[Any]) -> Token:
    """Of a row that begins with the columns of a token and its player."""
    token = from_row(Token, row[: len(names_of(Token))])
    token.player = from_row(Player, row[len(names_of(Token)) : TOKEN_WIDTH])
    return token


TOKEN_WIDTH: Final = len(names_of(Token)) + len(names_of(Player))
