"""What is due of games: bots' turns, settlements, deadlines. Tasks, the sweep and the metrics ask here."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.log.models import Game, Seat
from games.work.attempts import Work, held_back
from rules.table.clock import GRACE

# Until when a game waits for each sort of work; both columns have an index.
TIMES: Final = {Work.BOTS: "attend_at", Work.SETTLEMENTS: "attend_at", Work.DEADLINES: "deadline"}
WAITING: Final = {
    Work.BOTS: Q(attention=Game.Attention.BOT),
    Work.SETTLEMENTS: Q(attention=Game.Attention.SETTLE),
    # The clock of a test table does not follow the time of day: its deadlines never fall due by themselves.
    Work.DEADLINES: Q(test=False),
}


def games_waiting(work: Work) -> QuerySet[Game]:
    """Games that wait for this work, without those where it failed lately."""
    return Game.objects.filter(WAITING[work]).exclude(held_back(work))


def games_due(work: Work, by: datetime) -> QuerySet[Game]:
    since = by - GRACE if work == Work.DEADLINES else by
    return games_waiting(work).filter(**{f"{TIMES[work]}__lte": since})


def bots_alone() -> QuerySet[Game]:
    """Tables at which a bot has to decide, and no person plays."""
    return games_waiting(Work.BOTS).filter(~with_people(), status=Game.Status.PLAYING)


def with_people() -> Exists:
    """The condition that a person plays in the game, and no stand-in for them."""
    return Exists(Seat.objects.filter(game=OuterRef("pk"), player__isnull=False, stand_in=""))
