"""The JSON of a game in a list. It is made from rows alone; no log is read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from games.http.json_objects import without_none
from games.log.listed import TIMES, ListedGame, ListedSeat, listed_games, listed_seats
from games.play.answers import links, seat_answer
from games.play.my_games import MyGame
from rules import ruleset
from rules.table.state import Chair

Plain = dict[str, Any]

TIMES_HERE = ("created_at", "moved_at")  # left out for imports, whose times are those of their origin


def summaries(games: Sequence[UUID]) -> list[Plain]:
    """Summaries of these games, in their order."""
    seats = listed_seats(games)
    return [summary(game, seats[game.id]) for game in listed_games(games)]


def my_summaries(mine: list[MyGame]) -> list[Plain]:
    """Summaries with the caller's seat and whether the game waits for it."""
    seats = listed_seats([one.game.id for one in mine])
    return [
        {**summary(one.game, seats[one.game.id]), "seat": one.seat, "my_turn": _waits(one)} for one in mine
    ]


def _waits(mine: MyGame) -> bool:
    return mine.seat in mine.game.to_act and not mine.stand_in


def summary(game: ListedGame, seats: list[ListedSeat]) -> Plain:
    answer = {
        "id": game.id,
        "ruleset": game.ruleset,
        "ruleset_title": ruleset(game.ruleset).title,
        "status": game.status,
        "visibility": game.visibility,
        "test": game.test,
        "version": game.version,
        "hash": game.hash,
        "options": json.loads(game.options),
        "clock": json.loads(game.clock),
        "speed": game.speed,
        "host": game.host,
        "name": game.name,
        "seats": [seat_summary(game, seat) for seat in seats],
        "to_act": game.to_act,
        **result(seats),
        "source": "import" if game.is_import else "played",
        **{name: getattr(game, name) for name in (TIMES_HERE if game.is_import else TIMES)},
        "links": links(game),
    }
    return without_none(answer)


def seat_summary(game: ListedGame, seat: ListedSeat) -> Plain:
    """Once a game has started every seat is taken, even if its player has deleted the account."""
    taken = bool(seat.bot or seat.has_player or game.started_at)
    chair = Chair(taken=taken, held=seat.held, bot=seat.bot, stand_in=seat.stand_in)
    return seat_answer(seat.number, chair, seat if seat.name else None)


def result(seats: list[ListedSeat]) -> Plain:
    """The scores and winners; empty before the scores are counted."""
    if not seats or any(seat.score is None for seat in seats):
        return {}
    return {
        "scores": [seat.score for seat in seats],
        "winners": [seat.number for seat in seats if seat.won],
    }
