"""Games in lists. They are made from rows alone; no log is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from games.http.answers import UNSET
from games.log.listed import ListedGame, ListedSeat, listed_games, listed_seats
from games.reading.answers import Clock, GameSummary, TableSeat, links, seat_answer
from games.reading.my_games import MyGame
from rules import ruleset
from rules.table.state import Chair


def summaries(games: Sequence[UUID]) -> list[GameSummary]:
    """Summaries of these games, in their order."""
    seats = listed_seats(games)
    return [summary(game, seats[game.id]) for game in listed_games(games)]


def my_summaries(mine: list[MyGame]) -> list[GameSummary]:
    """Summaries with the caller's seat and whether the game waits for it."""
    seats = listed_seats([one.game.id for one in mine])
    return [summary(one.game, seats[one.game.id], seat=one.seat, my_turn=_waits(one)) for one in mine]


def _waits(mine: MyGame) -> bool:
    return mine.seat in mine.game.to_act and not mine.stand_in


def summary(game: ListedGame, seats: list[ListedSeat], **mine: Any) -> GameSummary:
    return GameSummary(
        id=game.id,
        ruleset=game.ruleset,
        ruleset_title=ruleset(game.ruleset).title,
        status=game.status,
        visibility=game.visibility,
        test=game.test,
        version=game.version,
        hash=game.hash,
        options=msgspec.json.decode(game.options),
        clock=msgspec.json.decode(game.clock, type=Clock),
        speed=game.speed,
        host=game.host or UNSET,
        name=game.name or UNSET,
        seats=[seat_summary(game, seat) for seat in seats],
        to_act=game.to_act,
        source="import" if game.is_import else "played",
        deadline=game.deadline or UNSET,
        created_at=game.created_at,
        moved_at=game.moved_at,
        links=links(game),
        **_result(seats),
        **({} if game.is_import else _times(game)),
        **mine,
    )


def _times(game: ListedGame) -> dict[str, Any]:
    """Left out for imports, whose times are those of their origin."""
    return {
        "started_at": game.started_at or UNSET,
        "finished_at": game.finished_at or UNSET,
    }


def seat_summary(game: ListedGame, seat: ListedSeat) -> TableSeat:
    """Once a game has started every seat is taken, even if its player has deleted the account."""
    taken = bool(seat.bot or seat.has_player or game.started_at)
    chair = Chair(taken=taken, held=seat.held, bot=seat.bot, stand_in=seat.stand_in)
    return seat_answer(seat.number, chair, seat if seat.name else None)


def _result(seats: list[ListedSeat]) -> dict[str, Any]:
    """The scores and winners; empty before the scores are counted."""
    if not seats or any(seat.score is None for seat in seats):
        return {}
    return {
        "scores": [seat.score for seat in seats],
        "winners": [seat.number for seat in seats if seat.won],
    }
