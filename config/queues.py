"""Which task waits in which queue, and which is sent by the clock."""

from typing import Any, Final

from celery.schedules import crontab
from kombu.entity import Queue

BROKER_OPTIONS: Final = {
    "visibility_timeout": 600,
    # An action does not wait for an unavailable broker: the sweep will find the game.
    "socket_connect_timeout": 1,
    "socket_timeout": 2,  # the broker may accept connections but not respond; workers only read what is there
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}

# A worker takes from these in turn, so neither deadlines nor people wait for a thousand tables of bots.
# Webhooks and notifications have a worker of their own, so that bots never wait for receivers. Over all
# machines at most 3 send mail, 4 send pushes and 6 serve doubtful receivers: nobody waits for one that hangs.
_NAMES: Final = ("clock", "people", "bots", "audits", "webhooks", "notifications")
QUEUES: Final = [Queue(name) for name in _NAMES]

# The queue of each task and, if the clock sends it, when: after so many seconds, or at a time of day.
TASKS: Final[dict[str, tuple[str, int | crontab | None]]] = {
    "sweep": ("clock", 5),
    "time_out_game": ("clock", None),
    "settle_game": ("clock", None),
    "close_stale_tables": ("clock", 600),
    "release_seats": ("clock", 60),
    "extend_log": ("clock", 10),
    "tell_looks": ("clock", 60),
    "play_bots": ("bots", None),
    "send_for_bots": ("clock", None),
    "verify_new": ("audits", crontab(hour=3, minute=17)),
    "compare_ratings": ("audits", crontab(hour=3, minute=47)),
    "forget_old_rows": ("audits", crontab(minute=37)),
    "write_datasets": ("audits", crontab(hour=4, minute=7)),  # it looks whether that of last month is there
    "note_histories": ("audits", 10),
    "deliver_webhooks": ("webhooks", 1),
    "tidy_webhooks": ("webhooks", 60),
    "send_mail": ("notifications", 5),
    "send_pushes": ("notifications", 5),
    "ask_witnesses": ("notifications", 5),
}
ROUTES: Final = {f"games.tasks.{name}": {"queue": queue} for name, (queue, _) in TASKS.items()}


def _sent(name: str, when: int | crontab) -> dict[str, Any]:
    """What is sent every few seconds is useless when the next one comes."""
    expires = {"expires": when} if isinstance(when, int) else {}
    return {"task": f"games.tasks.{name}", "schedule": when, "options": expires}


SCHEDULE: Final = {name: _sent(name, when) for name, (_, when) in TASKS.items() if when}
