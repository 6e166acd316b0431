"""Hand-written SQL for rows that every request needs.

The ORM compiles its SQL for each query, which costs more than running it. Here it is built once, and the
results become the same models.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections, router
from django.db.models import GeneratedField, JSONField, Model
from django.db.models.base import ModelState

from games.models import Game, Player, Token
from games.models.fields import HashField

M = TypeVar("M", bound=Model)


def columns(model: type[Model], alias: str) -> str:
    return ", ".join(_column(field, f"{alias}.{field.column}") for field in _read_fields(model))


def _column(field: object, name: str) -> str:
    return f"encode({name}, 'hex')" if isinstance(field, HashField) else name


@cache
def _names(model: type[Model]) -> tuple[str, ...]:
    return tuple(field.attname for field in _read_fields(model))


def _read_fields(model: type[Model]) -> list[Any]:
    """All fields but JSON, which would have to be decoded, and what only an index needs: loaded on access."""
    fields = model._meta.concrete_fields  # noqa: SLF001 – meant for it
    return [field for field in fields if not isinstance(field, (JSONField, GeneratedField))]


def from_row(model: type[M], row: Sequence[Any], names: Sequence[str] | None = None) -> M:
    """The model instance that the ORM would return; without `names` of a row of `columns`.

    `Model.from_db` does the same field by field, in ten times the time. Our models have no signals.
    """
    found = model.__new__(model)
    found._state = ModelState()  # noqa: SLF001 – what `from_db` sets
    found._state.adding, found._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001
    found.__dict__.update(zip(names or _names(model), row, strict=True))
    return found


def fetch(statement: str, *values: Any, using: str = DEFAULT_DB_ALIAS) -> list[tuple[Any, ...]]:
    with connections[using].cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def read(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """`fetch` from a replica inside a block that reads one (`games.log.replica`)."""
    return fetch(statement, *values, using=router.db_for_read(Game))


def timestamp_of(column: str) -> str:
    """The column as `store.timestamp` writes it. A page has hundreds, and Python is slow at them."""
    return f"to_char({column} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"


GAME_LOCKED: Final = f"SELECT {columns(Game, 'game')} FROM games_game game WHERE game.id = %s FOR UPDATE"  # noqa: S608 – no value in it
TO_MOVE: Final = ("id", "version", "hash", "origin")  # the rest is projected, or loaded on access
GAME_TO_MOVE: Final = "SELECT id, version, encode(hash, 'hex'), origin FROM games_game WHERE id = %s"
TOKEN: Final = (
    f"SELECT {columns(Token, 'token')}, {columns(Player, 'player')} FROM games_token token "  # noqa: S608 – no value in it
    "JOIN games_player player ON player.id = token.player_id WHERE token.digest = %s"
)
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


def token_row(digest: str) -> Token | None:
    """The token and, in the same query, its player."""
    rows = fetch(TOKEN, digest)
    return _token(rows[0]) if rows else None


def token_and_game(digest: str, game_id: UUID) -> tuple[Token | None, GameAndPeople | None]:
    """`token_row` and `game_and_people` in one statement. Without such a game the token needs its own."""
    rows = fetch(GAME_AND_TOKEN, game_id, game_id, digest)
    if not rows:
        return token_row(digest), None
    row = rows[0]
    return (_token(row) if row[0] else None), _game_and_people(row[_TOKEN_WIDTH:])


def _token(row: Sequence[Any]) -> Token:
    """A row that begins with the columns of a token and its player."""
    token = from_row(Token, row[: len(_names(Token))])
    token.player = from_row(Player, row[len(_names(Token)) : _TOKEN_WIDTH])
    return token


_TOKEN_WIDTH: Final = len(_names(Token)) + len(_names(Player))


def seat_row(game_id: UUID, player_id: UUID) -> int | None:
    """The number of the player's seat."""
    rows = fetch(SEAT, game_id, player_id)
    return rows[0][0] if rows else None


def people_rows(game_id: UUID) -> dict[int, Player]:
    """The players by seat number."""
    return {number: from_row(Player, row) for number, *row in fetch(PEOPLE, game_id)}
