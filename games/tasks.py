"""What happens without anybody asking: bot turns, time-outs and the end of a game.

Redis may lose a message and a worker may die, so every task looks at the database and does what is
due there, and a sweep finds what nobody was told of. A task that comes twice finds nothing to do.
"""

from __future__ import annotations

import secrets
import time
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from celery import shared_task
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from bots import play
from bots.registry import make
from games.audits.jobs import audit_perform, audits_forget, audits_sweep
from games.audits.nightly import game_verify, games_to_verify
from games.log import store
from games.log.fold import Folded
from games.models import Game, Seat
from games.play.act import Expected, game_act
from games.play.attempts import MovedOn, game_attempt
from games.play.clock import game_time_out
from games.play.dispatch import TIME_OUT, attend, messages_queued, send, send_task
from games.play.selectors import version_now
from games.play.settlement import game_settle
from games.refusals import NotPlaying, SeatPlayedByAnother, StaleVersion
from games.webhooks.delivery import batch_deliver
from games.webhooks.leases import batch_lease
from games.webhooks.receivers import deliveries_prune, overfull_pause
from games.webhooks.wake import wake_posters
from rules import KeyedChance, ruleset, view_for

BUSY_SECONDS: Final = 0.05  # then another task goes on, so that no table keeps a worker for itself
SWEPT_AT_ONCE: Final = 500
VERIFYING_SECONDS: Final = 60.0
POSTING_SECONDS: Final = 5.0  # then another task goes on, so that a worker can be stopped soon
QUIET: Final = timedelta(seconds=5)  # what is overdue by so much may have been forgotten


@shared_task(soft_time_limit=30, time_limit=40)
def play_bots(game_id: str, version: int) -> None:
    """Decide for bots until a person has to act; with a delay, decide once."""
    game = Game.objects.get(pk=game_id)
    if game.parked_at or game.version != version:
        return  # it came twice, or late: whoever moved the table on has sent for the next one
    try:
        done = game_attempt(game.id, "bots", lambda: play_turns(game.id), version=version)
    except MovedOn:
        done = True  # but the next one, sent for meanwhile, may have found us here and gone
    if done:
        # Only now, and for the table as it is: whoever was sent for while we were at it has gone again.
        attend(game.id, current(game.id))


def play_turns(game_id: UUID) -> None:
    folded, end = current(game_id), time.monotonic() + BUSY_SECONDS
    while (seat := seat_for_bot(folded)) is not None:
        try:
            folded = decide(game_id, folded, seat)
        except (StaleVersion, SeatPlayedByAnother, NotPlaying):
            folded = current(game_id)  # somebody was quicker
        if folded.table.bot_delay or time.monotonic() > end:
            break


def current(game_id: UUID) -> Folded:
    return store.states.load(game_id, version_now(game_id))


def seat_for_bot(folded: Folded) -> int | None:
    """The first seat that a bot has to decide for, if any."""
    chairs = folded.table.chairs
    return next((seat for seat in folded.to_act if chairs[seat].played_by), None)


def decide(game_id: UUID, folded: Folded, seat: int) -> Folded:
    """One decision of one bot, which knows no more than a player in its seat."""
    assert folded.state is not None  # noqa: S101 (somebody has to act)
    rules, name = ruleset(folded.table.ruleset), folded.table.chairs[seat].played_by
    options, whims = rules.legal_actions(folded.state, seat), KeyedChance(secrets.token_bytes(32))
    action = play.decide(make(name), view_for(folded.state, seat), options, whims)
    return game_act(game_id, action, expected=Expected(version=folded.seq), bot=name).folded


@shared_task
def settle_game(game_id: str) -> None:
    if Game.objects.filter(pk=game_id, attention=Game.Attention.SETTLE).exists():
        game_attempt(UUID(game_id), "settlement", lambda: game_settle(UUID(game_id)))


@shared_task
def time_out_game(game_id: str) -> None:
    if Game.objects.filter(pk=game_id, deadline__lte=timezone.now()).exists():
        game_attempt(UUID(game_id), "clock", lambda: game_time_out(UUID(game_id)))


@shared_task
def sweep() -> int:
    """Send for every game that waits on a bot, a settlement or a deadline; how many there were."""
    now, queued = timezone.now(), bots_are_queued()
    with transaction.atomic():
        due = list(_due().select_for_update(of=("self",), skip_locked=True)[:SWEPT_AT_ONCE])
        Game.objects.filter(pk__in=[game.pk for game in due]).update(sent_at=now)
    for game in due:
        is_queued = queued and game.attention == Game.Attention.BOT
        if game.attend_at and game.attend_at <= now and not is_queued:
            send(game.id, game.attention, version=game.version, people=vars(game)["with_people"])
        if game.deadline and game.deadline <= now:
            send_task(TIME_OUT, game.id)
    return len(due)


# Every log may hold whatever somebody wrote into it, and an audit takes any error for a fault of the log; so
# it is not interrupted by an exception, as the soft limit does it, but ended by the hard one and tried again.
UNINTERRUPTED: Final = {"soft_time_limit": 3600, "time_limit": 300}


@shared_task(**UNINTERRUPTED)
def audit_game(run_id: str) -> None:
    audit_perform(UUID(run_id))


@shared_task
def sweep_audits() -> int:
    return audits_sweep()


@shared_task
def forget_audits() -> int:
    return audits_forget()


@shared_task(**UNINTERRUPTED)
def verify_new(started: str | None = None) -> int:
    """Prove every game that has not been proved as it now is; how many this task did.

    It stops in good time and sends for the next one, which goes on where it stopped.
    """
    begun = datetime.fromisoformat(started) if started else timezone.now()
    end, done = time.monotonic() + VERIFYING_SECONDS, 0
    for game_id in games_to_verify(new=True, before=begun).values_list("id", flat=True).iterator():
        game_verify(game_id)
        done += 1
        if time.monotonic() > end:
            verify_new.delay(begun.isoformat())
            break
    return done


@shared_task
def deliver_webhooks() -> int:
    """Post what is due, one after the other; how many this task did. Who finds something sends for help.

    It is sent for when there is something new, and every second in any case.
    """
    end, done = time.monotonic() + POSTING_SECONDS, 0
    while time.monotonic() < end and (batch := batch_lease()):
        if not done:
            wake_posters()
        done += batch_deliver(batch)
    return done


@shared_task
def tidy_webhooks() -> int:
    """Forget old deliveries, and stop what nobody will ever read; how many were forgotten."""
    overfull_pause()
    return deliveries_prune()


def bots_are_queued() -> bool:
    """Whether the broker holds as many messages as there are games that wait for a bot.

    Then they only have to wait their turn, and to send for them again would make it longer. A message
    that was lost is missing in the count.
    """
    waiting = Game.objects.filter(
        attention=Game.Attention.BOT, attend_at__lte=timezone.now(), parked_at=None
    ).count()
    return messages_queued() >= waiting > 0


def _due() -> QuerySet[Game]:
    """Games that nobody has moved or sent for in a while, though something has to be done.

    Those sent for longest ago come first, so that many that cannot be helped hide none that can.
    """
    now = timezone.now()
    unsent = Q(sent_at=None) | Q(sent_at__lt=now - QUIET)
    forgotten = Q(attend_at__lt=now - QUIET) & unsent
    late = Q(deadline__lte=now) & (unsent | Q(sent_at__lt=F("deadline")))
    people = Seat.objects.filter(game=OuterRef("pk"), player__isnull=False, stand_in="")
    games = Game.objects.annotate(with_people=Exists(people)).filter(forgotten | late, parked_at=None)
    return games.order_by(F("sent_at").asc(nulls_first=True), "moved_at")
