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

# A worker takes from these in turn, so neither deadlines nor people wait for a thousand tables of bots, and
# the tables of bots of one host do not wait for those of another.
# Webhooks and notifications have a worker of their own, so that bots never wait for receivers.
_NAMES: Final = ("clock", "people", "bots", "crowd", "audits", "webhooks", "notifications")
QUEUES: Final = [Queue(name) for name in _NAMES]
ROUTES: Final = {
    f"games.tasks.{name}": {"queue": queue}
    for queue, names in {
        "clock": (
            "sweep",
            "sweep_audits",
            "time_out_game",
            "settle_game",
            "close_stale_tables",
            "release_seats",
            "extend_log",
        ),
        "audits": ("audit_game", "verify_new", "forget_old_rows", "write_datasets", "note_histories"),
        "webhooks": ("deliver_webhooks", "tidy_webhooks"),
        "notifications": ("send_mail", "send_pushes"),
    }.items()
    for name in names
}

SCHEDULE: Final[dict[str, Any]] = {
    "sweep": {"task": "games.tasks.sweep", "schedule": 5.0, "options": {"expires": 5.0}},
    "sweep audits": {"task": "games.tasks.sweep_audits", "schedule": 5.0, "options": {"expires": 5.0}},
    "forget": {"task": "games.tasks.forget_old_rows", "schedule": crontab(minute=37)},
    "webhooks": {"task": "games.tasks.deliver_webhooks", "schedule": 1.0, "options": {"expires": 1.0}},
    "mail": {"task": "games.tasks.send_mail", "schedule": 5.0, "options": {"expires": 5.0}},
    "pushes": {"task": "games.tasks.send_pushes", "schedule": 5.0, "options": {"expires": 5.0}},
    "tidy": {"task": "games.tasks.tidy_webhooks", "schedule": 60.0, "options": {"expires": 60.0}},
    "close": {"task": "games.tasks.close_stale_tables", "schedule": 600.0, "options": {"expires": 600.0}},
    "release": {"task": "games.tasks.release_seats", "schedule": 60.0, "options": {"expires": 60.0}},
    "extend log": {"task": "games.tasks.extend_log", "schedule": 10.0, "options": {"expires": 10.0}},
    "histories": {"task": "games.tasks.note_histories", "schedule": 10.0, "options": {"expires": 10.0}},
    # Every day it looks whether that of the last month is there.
    "datasets": {"task": "games.tasks.write_datasets", "schedule": crontab(hour=4, minute=7)},
    "verify": {"task": "games.tasks.verify_new", "schedule": crontab(hour=3, minute=17)},
}
