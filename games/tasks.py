"""The Celery tasks. Each calls the service that does the work.

Redis may lose a message and a worker may die. So every task reads from the database what is due, sweeps find
what was lost, and a task that runs twice finds nothing left to do.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from celery import shared_task

from games.audits.jobs import audit_perform, audits_sweep
from games.audits.nightly import games_verify
from games.datasets.writer import datasets_write
from games.histories.services import histories_note
from games.models import Channel
from games.notifications.mail import Mailer
from games.notifications.push import push_send
from games.notifications.sender import notifications_send
from games.play.bot_turns import bots_play
from games.play.clock import game_time_out_if_due
from games.play.closure import stale_tables_close
from games.play.holds import expired_holds_release
from games.play.settlement import game_settle_if_due
from games.play.sweep import games_sweep
from games.retention import old_rows_forget
from games.transparency.sequencer import log_extend
from games.webhooks.poster import deliveries_post
from games.webhooks.receivers import expired_pause, overfull_pause

# An audit treats any error as a fault of the log, so no exception may interrupt it, not even that of a soft
# time limit. The hard limit ends the process, and the audit is retried.
UNINTERRUPTED: Final = {"soft_time_limit": 3600, "time_limit": 300}


@shared_task(soft_time_limit=30, time_limit=40)
def play_bots(game_id: str, version: int) -> None:
    bots_play(UUID(game_id), version)


@shared_task
def settle_game(game_id: str) -> None:
    game_settle_if_due(UUID(game_id))


@shared_task
def time_out_game(game_id: str) -> None:
    game_time_out_if_due(UUID(game_id))


@shared_task
def sweep() -> int:
    return games_sweep()


@shared_task
def extend_log() -> int:
    return log_extend()


@shared_task
def note_histories() -> int:
    return histories_note()


@shared_task
def close_stale_tables() -> int:
    return stale_tables_close()


@shared_task
def release_seats() -> int:
    return expired_holds_release()


@shared_task(**UNINTERRUPTED)
def audit_game(game_id: str, run_id: str) -> None:
    audit_perform(UUID(game_id), UUID(run_id))


@shared_task
def sweep_audits() -> int:
    return audits_sweep()


@shared_task
def forget_old_rows() -> int:
    return old_rows_forget()


@shared_task(**UNINTERRUPTED)
def verify_new(started: str | None = None) -> int:
    return games_verify(datetime.fromisoformat(started) if started else None)


# Much longer than it takes. Redis delivers it again meanwhile, to workers that find it is being done.
@shared_task(soft_time_limit=6 * 3600, time_limit=6 * 3600 + 60)
def write_datasets() -> list[str]:
    return datasets_write()


@shared_task
def deliver_webhooks() -> int:
    return deliveries_post()


@shared_task
def send_mail() -> int:
    with Mailer() as mailer:
        return notifications_send(Channel.EMAIL, mailer.send)


@shared_task
def send_pushes() -> int:
    return notifications_send(Channel.PUSH, push_send)


@shared_task
def tidy_webhooks() -> int:
    return expired_pause() + overfull_pause()
