"""The list of a player's games.

Its SQL is written by hand: the ORM takes longer to compile it than PostgreSQL to run it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bots.registry import BOTS
from games.accounts.models import Player
from games.accounts.selectors import player_get
from games.http.pagination import place
from games.log.listed import GAME, HOST, ListedGame
from games.reading.lists import ruleset_names
from games.sql import fetch

# The most urgent first: by deadline and, without one, the newest first. Ages are mapped to times in the far
# future, so that they ascend like deadlines and one comparison continues a page.
_AGE: Final = "game.moved_at - timestamptz '2000-01-01 00:00+00'"
_DUE: Final = f"coalesce(game.deadline, timestamptz '9000-01-01 00:00+00' - ({_AGE}))"
_MY_TURN: Final = "seat.stand_in = '' AND seat.number = ANY(game.to_act)"
_PATIENCE: Final = f"CASE WHEN {_MY_TURN} THEN 0 ELSE 1 END"  # 0: the game waits for the player
_FILTERS: Final = {
    "status": "game.status = ANY(%s)",
    "ruleset": "game.ruleset = ANY(%s)",
    "speed": "game.speed = %s",
    "since": "game.moved_at >= %s",
    "until": "game.moved_at < %s",
    "player": "EXISTS (SELECT FROM games_seat other WHERE other.game_id = game.id AND other.player_id = %s)",
    "bot": "EXISTS (SELECT FROM games_seat other WHERE other.game_id = game.id AND other.bot = %s)",
}


class MyGame(NamedTuple):
    """A game, and the player's seat in it."""

    seat: int
    stand_in: str
    place: tuple[Any, ...]  # in the list
    game: ListedGame


@dataclass(frozen=True, slots=True)
class MyGames:
    """A part of the list: the games that fulfil the conditions, whose placeholders stand for the values."""

    conditions: tuple[str, ...]
    values: tuple[Any, ...]
    order: tuple[str, ...]  # expressions: unique together, and none is null
    descending: bool = False

    @property
    def name(self) -> str:
        return f"my games by {', '.join(self.order)}"

    def read(self, after: list[str], limit: int) -> list[MyGame]:
        rows = fetch(self.statement(after), *self.values, *after, limit)
        return [self._found(*row) for row in rows]

    def _found(self, seat: int, stand_in: str, *more: Any) -> MyGame:
        width = len(self.order)
        return MyGame(seat, stand_in, more[:width], ListedGame._make(more[width:]))

    def statement(self, after: list[str]) -> str:
        order, sign = ", ".join(self.order), "<" if self.descending else ">"
        beyond = [f"({order}) {sign} ({', '.join(['%s'] * len(after))})"] if after else []
        turned = " DESC" if self.descending else ""
        return (
            f"SELECT seat.number, seat.stand_in, {order}, {GAME} FROM games_seat seat "  # noqa: S608 – no value in it
            f"JOIN games_game game ON game.id = seat.game_id {HOST} "
            f"WHERE {' AND '.join([*self.conditions, *beyond])} "
            f"ORDER BY {', '.join(f'{one}{turned}' for one in self.order)} LIMIT %s"
        )

    def place_of(self, row: MyGame) -> list[str]:
        return place(row.place)


def my_games(
    player: Player,
    *,
    turn: str | None = None,
    test: bool = False,
    **filters: Any,
) -> list[MyGames]:
    """The player's games: those to act in, other running games, games that are over.

    `since` and `until` filter by the time of the last event, which in a finished game is its end. `test`:
    test tables instead.
    """
    wanted = dict(_wanted(**filters))
    mine = ("seat.player_id = %s", "game.test = %s", *(_FILTERS[name] for name in wanted))
    values = (player.pk, test, *wanted.values())
    running = (*mine, "seat.ended_at IS NULL")
    if turn is not None:
        return [MyGames((*running, _MY_TURN), values, (_DUE, "seat.game_id"))]
    return [
        MyGames(running, values, (_PATIENCE, _DUE, "seat.game_id")),
        MyGames(
            (*mine, "seat.ended_at IS NOT NULL"), values, ("seat.ended_at", "seat.game_id"), descending=True
        ),
    ]


def _wanted(
    *, ruleset: str | None = None, opponent: str | None = None, **filters: Any
) -> Iterator[tuple[str, Any]]:
    """The names of filters, and their values in SQL."""
    yield from filters.items()
    if ruleset:
        yield "ruleset", ruleset_names(ruleset)
    if opponent in BOTS:  # a player cannot have the name of a bot
        yield "bot", opponent
    elif opponent:
        found = player_get(opponent)
        yield "player", found.pk if found else None
