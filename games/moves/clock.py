"""Time-outs: a player who runs out of time is replaced by a stand-in."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from bots.registry import STAND_IN
from games.moves.change import Change, changing
from games.moves.due import games_due
from games.work.attempts import Work, game_attempt
from rules.table.stand_ins import RunOut


def game_time_out_if_due(game_id: UUID) -> None:
    if games_due(Work.DEADLINES, timezone.now()).filter(pk=game_id).exists():
        game_attempt(game_id, Work.DEADLINES, lambda: game_time_out(game_id))


def game_time_out(game_id: UUID) -> int:
    """Hand every overdue decision to a stand-in. Returns their number. Idempotent."""
    with changing(game_id) as change:
        return time_out_late(change)


def time_out_late(change: Change, but: int | None = None) -> int:
    """`but`: the seat of the caller, who is refused if it is late."""
    late = [seat for seat in change.folded.late(change.time) if seat != but]
    for seat in late:
        change.decide(RunOut(seat, STAND_IN))
    return len(late)
