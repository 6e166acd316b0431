"""Projects a folded game into the rows of `Game` and `Seat`, which can be rebuilt at any time."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.log.models import Game, Seat
from rules.table.clock import speed_of
from rules.table.fold import Folded
from rules.table.state import Status

FIXED = ("ruleset", "visibility", "test", "seat_count", "options", "clock", "speed", "created_at")
MOVING = (
    "status",
    "version",
    "hash",
    "open_seats",
    "to_act",
    "deadline",
    "attention",
    "attend_at",
    "started_at",
    "finished_at",
    "moved_at",
)
DERIVED = (*FIXED, *MOVING)  # the fixed ones are written once, when the table is opened


def project_game(game: Game, folded: Folded) -> None:
    """Set every derived column. The caller saves."""
    table = folded.table
    game.ruleset, game.visibility = table.ruleset, table.visibility
    game.options, game.clock, game.speed = dict(table.options), dict(table.clock), speed_of(table.clock)
    game.test = table.is_test
    game.status = Status.ARCHIVED if game.origin else folded.status
    game.version, game.hash = folded.seq, folded.hash
    game.seat_count, game.open_seats = len(table.chairs), len(table.open_seats)
    game.to_act = list(folded.to_act)
    game.deadline = folded.first_deadline
    game.attention, game.attend_at = attention_for(folded), attend_at(folded)
    game.started_at = folded.times.get(Status.PLAYING)
    game.finished_at = folded.times.get(Status.FINISHED)
    if not game.origin:  # an import was created when its row was, whatever its log says
        game.created_at = folded.times[Status.OPEN]
        game.moved_at = folded.at or game.created_at


def attention_for(folded: Folded) -> str:
    """What a worker has to do next for the game, if anything."""
    if folded.status is Status.SCORING:
        return Game.Attention.SETTLE
    bots = any(folded.table.chairs[seat].played_by for seat in folded.to_act)
    return Game.Attention.BOT if bots else Game.Attention.NONE


def attend_at(folded: Folded) -> datetime | None:
    """When a worker has to do it. A table can make bots pause, so that people can follow."""
    attention, moved = attention_for(folded), folded.at
    if not attention or moved is None:
        return None
    delay = folded.table.bot_delay if attention == Game.Attention.BOT else 0
    return moved + timedelta(milliseconds=delay)


def project_seats(game: Game, folded: Folded) -> list[Seat]:
    """The seats as unsaved rows, without their players."""
    return [_seat(game, folded, number) for number in range(len(folded.table.chairs))]


def _seat(game: Game, folded: Folded, number: int) -> Seat:
    chair, state = folded.table.chairs[number], folded.state
    finished = folded.is_finished and state is not None
    return Seat(
        game=game,
        number=number,
        bot=chair.bot,
        held=chair.held,
        stand_in=chair.stand_in,
        score=state.scores[number] if finished and state else None,
        won=number in state.winners if finished and state else None,
        ended_at=folded.times.get(Status.FINISHED) or folded.times.get(Status.CLOSED),
    )


SEAT_DERIVED = ("bot", "held", "stand_in", "score", "won", "ended_at")


def save_seats(game: Game, folded: Folded) -> None:
    """Save one row per seat, without changing its player."""
    Seat.objects.bulk_create(
        project_seats(game, folded),
        update_conflicts=True,
        unique_fields=["game", "number"],
        update_fields=list(SEAT_DERIVED),
    )
