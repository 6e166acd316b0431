"""What happens without anybody asking: bot turns, time-outs and the end of a game.

Redis may lose a message and a worker may die, so every task looks at the database and does what is
due there, and a sweep finds what nobody was told of. A task that comes twice finds nothing to do.
"""

from __future__ import annotations

import secrets
import time
from datetime import timedelta
from typing import Final
from uuid import UUID

from celery import shared_task
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from bots.registry import BOTS
from games import store
from games.attention import attend, send
from games.folding import Folded
from games.models import Game
from games.refusals import SeatHandedOver, StaleVersion
from games.services.clock import game_time_out
from games.services.ending import game_settle
from games.services.parking import parking_on_failure
from games.services.playing import Expected, game_act
from rules import KeyedChance, ruleset, view_for

BUSY_SECONDS: Final = 2.0  # then another task goes on, so that no table keeps a worker for itself
SWEPT_AT_ONCE: Final = 500
QUIET: Final = timedelta(seconds=5)  # a game that has stood still so long may have been forgotten


@shared_task
def play_bots(game_id: str) -> None:
    """Decide for bots until a person has to act; with a delay, decide once."""
    game = Game.objects.get(pk=game_id)
    if game.parked_at:
        return
    with parking_on_failure(game.id):
        folded = store.states.load(game.id, game.version)
        end = time.monotonic() + BUSY_SECONDS
        while (seat := seat_for_bot(folded)) is not None:
            try:
                folded = decide(game.id, folded, seat)
            except (StaleVersion, SeatHandedOver):
                return  # another worker is at it
            if folded.table.bot_delay or time.monotonic() > end:
                break
        attend(game.id, folded)


def seat_for_bot(folded: Folded) -> int | None:
    """The first seat that a bot has to decide for, if any."""
    chairs = folded.table.chairs
    return next((seat for seat in folded.to_act if chairs[seat].played_by), None)


def decide(game_id: UUID, folded: Folded, seat: int) -> Folded:
    """One decision of one bot, which knows no more than a player in its seat."""
    assert folded.state is not None  # noqa: S101 (somebody has to act)
    rules, name = ruleset(folded.table.ruleset), folded.table.chairs[seat].played_by
    options = list(rules.legal_actions(folded.state, seat))
    whims = KeyedChance(secrets.token_bytes(32))
    action = BOTS[name]().choose(view_for(folded.state, seat), options, whims)
    return game_act(game_id, action, expected=Expected(version=folded.seq), bot=name).folded


@shared_task
def settle_game(game_id: str) -> None:
    if not Game.objects.filter(pk=game_id, parked_at__isnull=False).exists():
        with parking_on_failure(UUID(game_id)):
            game_settle(UUID(game_id))


@shared_task
def time_out_game(game_id: str) -> None:
    with parking_on_failure(UUID(game_id)):
        game_time_out(UUID(game_id))


@shared_task
def sweep() -> int:
    """Send for every game that waits on a bot, a settlement or a deadline; how many there were."""
    with transaction.atomic():
        due = list(_due().select_for_update(skip_locked=True)[:SWEPT_AT_ONCE])
        Game.objects.filter(pk__in=[game.pk for game in due]).update(sent_at=timezone.now())
    for game in due:
        send(game.id, game.attention)
        if game.deadline and game.deadline <= timezone.now():
            time_out_game.delay(str(game.id))
    return len(due)


def _due() -> QuerySet[Game]:
    """Games that nobody has moved or sent for in a while, though something has to be done."""
    now = timezone.now()
    forgotten = ~Q(attention="") & Q(quiet_since__lt=now - QUIET)
    late = Q(deadline__lte=now) & (
        Q(sent_at=None) | Q(sent_at__lt=now - QUIET) | Q(sent_at__lt=F("deadline"))
    )
    games = Game.objects.annotate(quiet_since=Greatest("moved_at", Coalesce("sent_at", "moved_at")))
    return games.filter(forgotten | late, parked_at=None).order_by("moved_at")
