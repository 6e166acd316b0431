"""The Celery tasks. Each calls the service that does the work.

Redis may lose a message and a worker may die. So every task reads from the database what is due, sweeps find
what was lost, and a task that runs twice finds nothing left to do.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from celery import shared_task

from games.audits.nightly import games_verify
from games.datasets.writer import datasets_write
from games.deliveries.sender import deliveries_send
from games.moves.bot_turns import bots_play
from games.moves.clock import game_time_out_if_due
from games.moves.dispatch import bots_send
from games.moves.settlement import game_settle_if_due
from games.moves.sweep import games_sweep
from games.notifications.mail import Mailer
from games.notifications.push import Pushes
from games.ratings.comparison import ratings_verify
from games.retention import old_rows_forget
from games.search.services import histories_note
from games.tables.closure import stale_tables_close
from games.tables.holds import expired_holds_release
from games.transparency.looks import looks_announce
from games.transparency.sequencer import log_extend
from games.webhooks.channel import Webhooks
from games.webhooks.receivers import expired_pause, overfull_pause
from games.witnesses.services import witnesses_ask
from games.work.attempts import HARD_SECONDS, SOFT_SECONDS

# An audit treats any error as a fault of the log, so no exception may interrupt it, not even that of a soft
# time limit. The hard limit ends the process, and the audit is retried.
UNINTERRUPTED: Final = {"soft_time_limit": 3600, "time_limit": 300}
# Much longer than it takes. Redis delivers it again meanwhile, to workers that find it is being done.
LONG: Final = {"soft_time_limit": 6 * 3600, "time_limit": 6 * 3600 + 60}
# Shorter than its lease, so that whoever has a lease is alone.
AT_A_GAME: Final = {"soft_time_limit": SOFT_SECONDS, "time_limit": HARD_SECONDS}


@shared_task(**AT_A_GAME)
def play_bots(game_id: str, version: int, host: str | None = None) -> None:
    bots_play(UUID(game_id), version, UUID(host) if host else None)


@shared_task
def send_for_bots(host: str) -> int:
    return bots_send(UUID(host))


@shared_task(**AT_A_GAME)
def settle_game(game_id: str) -> None:
    game_settle_if_due(UUID(game_id))


@shared_task(**AT_A_GAME)
def time_out_game(game_id: str) -> None:
    game_time_out_if_due(UUID(game_id))


@shared_task
def sweep() -> int:
    return games_sweep()


@shared_task
def extend_log() -> int:
    return log_extend()


@shared_task
def tell_looks() -> int:
    return looks_announce()


@shared_task
def note_histories() -> int:
    return histories_note()


@shared_task
def close_stale_tables() -> int:
    return stale_tables_close()


@shared_task
def release_seats() -> int:
    return expired_holds_release()


@shared_task
def forget_old_rows() -> int:
    return old_rows_forget()


@shared_task(**UNINTERRUPTED)
def verify_new(started: str | None = None) -> int:
    return games_verify(datetime.fromisoformat(started) if started else None)


@shared_task(**LONG)
def write_datasets() -> list[str]:
    return datasets_write()


@shared_task(**LONG)
def compare_ratings() -> list[str]:
    return ratings_verify()


@shared_task
def deliver_webhooks() -> int:
    return deliveries_send(Webhooks())


@shared_task
def send_mail() -> int:
    with Mailer() as mailer:
        return deliveries_send(mailer)


@shared_task
def send_pushes() -> int:
    return deliveries_send(Pushes())


@shared_task
def ask_witnesses() -> int:
    return witnesses_ask()


@shared_task
def tidy_webhooks() -> int:
    return expired_pause() + overfull_pause()
