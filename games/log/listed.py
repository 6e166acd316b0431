"""What a list shows of games, as rows: building models of a page of them costs more than reading it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from games.sql import fetch, timestamp_of

TIMES: Final = ("deadline", "created_at", "started_at", "finished_at", "moved_at")
_SHOWN: Final = ", ".join(timestamp_of(f"game.{name}") for name in TIMES)
GAME: Final = (
    "game.id::text, game.ruleset, game.status, game.visibility, game.test, game.version, "
    "encode(game.hash, 'hex'), game.options, game.clock, game.speed, game.to_act, "
    f"game.origin IS NOT NULL, host.name, NULLIF(game.name, ''), {_SHOWN}"
)
HOST: Final = "LEFT JOIN games_player host ON host.id = game.host_id"
GAMES: Final = f"SELECT {GAME} FROM games_game game {HOST} WHERE game.id = ANY(%s)"  # noqa: S608 – no value in it
SEATS: Final = (
    "SELECT game_id::text, number, bot, held, stand_in, score, won, player_id IS NOT NULL, player.name, "
    "player.is_bot FROM games_seat seat LEFT JOIN games_player player ON player.id = seat.player_id "
    "WHERE game_id = ANY(%s) ORDER BY game_id, number"
)


class ListedGame(NamedTuple):
    """What a list shows of a game, as it is shown."""

    id: str
    ruleset: str
    status: str
    visibility: str
    test: bool
    version: int
    hash: str
    options: str  # JSON
    clock: str  # JSON
    speed: str
    to_act: list[int]
    is_import: bool
    host: str | None
    name: str | None
    deadline: str | None
    created_at: str
    started_at: str | None
    finished_at: str | None
    moved_at: str


class ListedSeat(NamedTuple):
    game_id: str
    number: int
    bot: str
    held: bool
    stand_in: str
    score: int | None
    won: bool | None
    has_player: bool
    name: str | None
    is_bot: bool | None


def listed_games(ids: Sequence[UUID]) -> list[ListedGame]:
    """The games, in this order."""
    found = {game.id: game for game in map(ListedGame._make, fetch(GAMES, list(ids)))}
    return [found[str(one)] for one in ids if str(one) in found]


def listed_seats(ids: Sequence[UUID | str]) -> dict[str, list[ListedSeat]]:
    """The seats of many games, in their order."""
    found: dict[str, list[ListedSeat]] = {str(one): [] for one in ids}
    for seat in map(ListedSeat._make, fetch(SEATS, list(ids))):
        found[seat.game_id].append(seat)
    return found
