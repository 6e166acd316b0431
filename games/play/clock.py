"""Time-outs: a player who runs out of time is replaced by a stand-in."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from bots.registry import STAND_IN
from games.models import Game
from games.play.attempts import game_attempt
from games.play.change import Change, changing
from rules.table.events import SeatHandedOver, SeatTimedOut, TableEvent
from rules.table.fold import Folded

DEFAULT_STRIKES = 3


def game_time_out_if_due(game_id: UUID) -> None:
    if Game.objects.filter(pk=game_id, deadline__lte=timezone.now()).exists():
        game_attempt(game_id, "clock", lambda: game_time_out(game_id))


def game_time_out(game_id: UUID) -> int:
    """Hand every overdue decision to a stand-in. Returns their number. Idempotent."""
    with changing(game_id) as change:
        return time_out_overdue(change)


def time_out_overdue(change: Change) -> int:
    late = overdue(change)
    events = [event for seat in late for event in _time_out(change.folded, seat)]
    if events:
        change.write(events)
    return len(late)


def overdue(change: Change) -> list[int]:
    folded = change.folded
    deadlines = {seat: folded.deadline(seat) for seat in folded.people_to_act}
    return [seat for seat, deadline in deadlines.items() if deadline and deadline <= folded.time(change.now)]


def _time_out(folded: Folded, seat: int) -> list[TableEvent]:
    """After the last strike the stand-in keeps the seat."""
    events: list[TableEvent] = [SeatTimedOut(seat, STAND_IN)]
    strikes = folded.table.chairs[seat].strikes + 1
    if strikes >= folded.table.clock.get("strikes", DEFAULT_STRIKES):
        events.append(SeatHandedOver(seat, STAND_IN))
    return events
