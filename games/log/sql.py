"""The rows of a game that every request needs, each by one statement that is built once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from games import internals
from games.accounts.models import Player, Token
from games.accounts.rows import TOKEN_WIDTH, token_of, token_row
from games.log.models import Game
from games.sql import columns, fetch, from_row

GAME_LOCKED: Final = f"SELECT {columns(Game, 'game')} FROM games_game game WHERE game.id = %s FOR UPDATE"  # noqa: S608 – no value in it
TO_MOVE: Final = ("id", "version", "hash", "origin")  # the rest is projected, or loaded on access
GAME_TO_MOVE: Final = "SELECT id, version, encode(hash, 'hex'), origin FROM games_game WHERE id = %s"
SEAT: Final = "SELECT number FROM games_seat WHERE game_id = %s AND player_id = %s"
PEOPLE: Final = (
    f"SELECT seat.number, {columns(Player, 'player')} FROM games_seat seat "  # noqa: S608 – no value in it
    "JOIN games_player player ON player.id = seat.player_id WHERE seat.game_id = %s ORDER BY seat.number"
)
# The seats in one row with their game, so that a look at a game is one statement. The id is given for both
# tables: a distributed database finds the node by it.
GAME_AND_PEOPLE: Final = (
    f"SELECT {columns(Game, 'game')}, people.* FROM games_game game CROSS JOIN ("  # noqa: S608 – no value in it
    "SELECT array_agg(seat.number ORDER BY seat.number) numbers, "
    "array_agg(player.id ORDER BY seat.number) ids, array_agg(player.name ORDER BY seat.number) names, "
    "array_agg(player.is_bot ORDER BY seat.number) bots "
    "FROM games_seat seat JOIN games_player player ON player.id = seat.player_id "
    "WHERE seat.game_id = %s) people WHERE game.id = %s"
)
PERSON: Final = ("id", "name", "is_bot")
# The same with the caller's token. The game comes first: it names the node, and tokens are on every node.
GAME_AND_TOKEN: Final = (
    f"SELECT {columns(Token, 'token')}, {columns(Player, 'owner')}, looked.* FROM ({GAME_AND_PEOPLE}) looked "  # noqa: S608 – no value in it
    "LEFT JOIN games_token token ON token.digest = %s "
    "LEFT JOIN games_player owner ON owner.id = token.player_id"
)


def game_locked(game_id: UUID) -> Game | None:
    rows = fetch(GAME_LOCKED, game_id)
    return from_row(Game, rows[0]) if rows else None


class GameAndPeople(NamedTuple):
    """A game, and its players by seat number with no more than a game shows of them."""

    game: Game
    people: dict[int, Player]


def game_and_people(game_id: UUID) -> GameAndPeople | None:
    rows = fetch(GAME_AND_PEOPLE, game_id, game_id)
    return _game_and_people(rows[0]) if rows else None


def _game_and_people(row: Sequence[Any]) -> GameAndPeople:
    *game, numbers, ids, names, bots = row
    rows = zip(numbers or (), ids or (), names or (), bots or (), strict=True)
    people = {number: from_row(Player, person, PERSON) for number, *person in rows}
    return GameAndPeople(from_row(Game, game), people)


def game_to_move(game_id: UUID) -> Game | None:
    """The game with the columns that a move needs, and without a lock."""
    rows = fetch(GAME_TO_MOVE, game_id)
    return from_row(Game, rows[0], TO_MOVE) if rows else None


def token_and_game(digest: str, game_id: UUID) -> tuple[Token | None, GameAndPeople | None]:
    """`token_row` and `game_and_people` in one statement. Without such a game the token needs its own."""
    if internals.LOOK not in internals.FAST:
        return token_row(digest), game_and_people(game_id)
    rows = fetch(GAME_AND_TOKEN, game_id, game_id, digest)
    if not rows:
        return token_row(digest), None
    row = rows[0]
    return (token_of(row) if row[0] else None), _game_and_people(row[TOKEN_WIDTH:])


def seat_row(game_id: UUID, player_id: UUID) -> int | None:
    """The number of the player's seat."""
    rows = fetch(SEAT, game_id, player_id)
    return rows[0][0] if rows else None


def people_rows(game_id: UUID) -> dict[int, Player]:
    """The players by seat number."""
    return {number: from_row(Player, row) for number, *row in fetch(PEOPLE, game_id)}
