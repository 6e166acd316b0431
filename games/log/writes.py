"""Writes events, and with them the row of their game. No other module inserts events.

A usual move is one statement, `MOVE` or `KEYED_MOVE`. Everything else is written under the lock.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection

from games.log.entries import Entry
from games.log.models import Game
from games.log.projection import MOVING
from games.log.seeds import box_of
from games.log.store import parsed_time, place_of
from proof.chain import canonical
from rules.table.fold import Folded

WRITTEN_AT_ONCE: Final = 1000  # a statement has no more than 65535 parameters

COLUMNS: Final = "at, game_id, seq, v, actor, sealed_to, type, by, hash, commit, signature, public, private"
ROW: Final = f"({', '.join(['%s'] * len(COLUMNS.split(',')))})"
_TYPES: Final = "timestamptz uuid int int int int text text bytea bytea json json bytea"
TYPED_ROW: Final = f"({', '.join(f'%s::{name}' for name in _TYPES.split())})"  # nothing else tells the types
APPEND: Final = f"INSERT INTO games_event ({COLUMNS})"

SAVED: Final = ", ".join(
    f"{name} = decode(%s, 'hex')" if name == "hash" else f"{name} = %s" for name in MOVING
)
SAVE: Final = f"UPDATE games_game SET {SAVED} WHERE id = %s"  # noqa: S608 – no value in it
AS_BEFORE: Final = "version = %s AND hash = decode(%s, 'hex')"

MOVE: Final = f"""
WITH saved AS ({SAVE} AND {AS_BEFORE} RETURNING id)
{APPEND} SELECT entry.* FROM saved, (VALUES {{rows}}) entry"""  # noqa: S608 – no value in it
# The row of the game is locked before anything is written, so that all is stored or nothing. A key that is
# kept already stops the rest.
KEYED_MOVE: Final = f"""
WITH unchanged AS (SELECT id FROM games_game WHERE id = %s AND {AS_BEFORE} FOR UPDATE),
kept AS (
    INSERT INTO games_keptanswer (game_id, player_id, key, fingerprint, first_seq, last_seq, created_at)
    SELECT id, %s::uuid, %s::text, decode(%s, 'hex'), %s::int, %s::int, now() FROM unchanged
    ON CONFLICT DO NOTHING RETURNING game_id),
saved AS ({SAVE} AND {AS_BEFORE} AND EXISTS (SELECT FROM kept) RETURNING id)
{APPEND} SELECT entry.* FROM saved, (VALUES {{rows}}) entry"""  # noqa: S608 – no value in it


class Kept(NamedTuple):
    """What is kept of a request with a key, to repeat its response."""

    player_id: UUID
    key: str
    fingerprint: str
    first_seq: int
    last_seq: int


def append_unless_changed(game: Game, before: Folded, entries: list[Entry], kept: Kept | None = None) -> bool:
    """Save the game and append the entries in one statement, if the game is still as it was before.

    Another change that is not yet committed is waited for. Returns whether it was written: not if the game
    has changed, nor if the key is kept already.
    """
    known = (before.seq, before.hash)
    statement, first = (KEYED_MOVE, (game.id, *known, *kept)) if kept else (MOVE, ())
    values = (*first, *_saved_values(game), *known, *_values(game.id, entries))
    with connection.cursor() as cursor:
        cursor.execute(statement.format(rows=_rows(entries, TYPED_ROW)), values)
        return bool(cursor.rowcount)


def append(game: UUID, entries: list[Entry]) -> None:
    """The caller holds the lock on the game's row and has folded the log to its end."""
    with connection.cursor() as cursor:
        cursor.execute(f"{APPEND} VALUES {_rows(entries)}", _values(game, entries))


def archive(game: UUID, entries: list[Entry]) -> None:
    """Store a complete log of another server unchanged. The caller has audited it."""
    for start in range(0, len(entries), WRITTEN_AT_ONCE):
        append(game, entries[start : start + WRITTEN_AT_ONCE])


def game_save(game: Game) -> None:
    """Save every derived column that can change."""
    with connection.cursor() as cursor:
        cursor.execute(SAVE, _saved_values(game))


def _saved_values(game: Game) -> list[Any]:
    return [*(getattr(game, name) for name in MOVING), game.id]


def _rows(entries: list[Entry], first: str = ROW) -> str:
    return ", ".join([first, *[ROW] * (len(entries) - 1)])


def _values(game: UUID, entries: list[Entry]) -> list[Any]:
    return [value for entry in entries for value in row_values(game, entry)]


def row_values(game: UUID, entry: Entry) -> tuple[Any, ...]:
    """The values of `COLUMNS`."""
    sealed = entry["sealed"]
    to, committed = (sealed.get("to"), bytes.fromhex(sealed["commit"])) if sealed else (None, None)
    return (
        *(parsed_time(entry["at"]), game, entry["seq"], entry["v"], entry["actor"], to),
        *(entry["type"], entry["by"], bytes.fromhex(entry["hash"]), committed),
        _json(entry["signature"]),
        *(_json(entry["public"]), _sealed(game, entry["seq"], entry["private"])),
    )


def _json(value: Any) -> str | None:
    return None if value is None else canonical(value).decode()


def _sealed(game: UUID, seq: int, private: dict[str, Any] | None) -> bytes | None:
    return box_of(game).seal(private, place_of(seq)) if private else None
