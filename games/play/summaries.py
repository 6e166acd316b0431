"""The JSON of a game in a list. It is made from rows alone; no log is read."""

from __future__ import annotations

from typing import Any

from games.http.json_objects import without_none
from games.log.store import timestamp
from games.models import Game, Seat
from games.play.answers import links, seat_answer
from games.play.lists import is_my_turn, seats_of
from games.table.state import Chair
from rules import ruleset

Plain = dict[str, Any]

TIMES = ("deadline", "created_at", "started_at", "finished_at", "moved_at")
TIMES_HERE = ("created_at", "moved_at")  # left out for imports, whose times are those of their origin


def summaries(games: list[Game]) -> list[Plain]:
    """Summaries of many games; their seats are read in one query."""
    seats = seats_of(games)
    return [summary(game, seats[game.id]) for game in games]


def my_summaries(mine: list[Seat]) -> list[Plain]:
    """Summaries with the caller's seat and whether the game waits for it."""
    listed = zip(mine, summaries([seat.game for seat in mine]), strict=True)
    return [{**game, "seat": seat.number, "my_turn": is_my_turn(seat)} for seat, game in listed]


def summary(game: Game, seats: list[Seat]) -> Plain:
    answer = {
        "id": str(game.id),
        "ruleset": game.ruleset,
        "ruleset_title": ruleset(game.ruleset).title,
        "status": game.status,
        "visibility": game.visibility,
        "test": game.test,
        "version": game.version,
        "hash": game.hash,
        "options": game.options,
        "clock": game.clock,
        "speed": game.speed,
        "host": game.host.name if game.host else None,
        "seats": [seat_summary(game, seat) for seat in seats],
        "to_act": game.to_act,
        **result(seats),
        "source": "import" if game.origin else "played",
        **times(game),
        "links": links(game),
    }
    return without_none(answer)


def times(game: Game) -> Plain:
    names = TIMES_HERE if game.origin else TIMES
    return {name: timestamp(at) for name in names if (at := getattr(game, name))}


def seat_summary(game: Game, seat: Seat) -> Plain:
    """Once a game has started every seat is taken, even if its player has deleted the account."""
    taken = bool(seat.bot or seat.player_id or game.started_at)
    chair = Chair(taken=taken, bot=seat.bot, stand_in=seat.stand_in)
    return seat_answer(seat.number, chair, seat.player)


def result(seats: list[Seat]) -> Plain:
    """The scores and winners; empty before the scores are counted."""
    if not seats or any(seat.score is None for seat in seats):
        return {}
    return {
        "scores": [seat.score for seat in seats],
        "winners": [seat.number for seat in seats if seat.won],
    }
