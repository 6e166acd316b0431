"""The arena on many machines: every game is a task, and any worker on the same Redis may play it.

It needs only REDIS_URL, no database and no other settings. On each machine:

    python -m celery -A config.arena worker

The service's own workers do not take these tasks: a game between strong bots lasts minutes, and no table
should wait for it.
"""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Any, Final

from celery import Celery

from bots.arena.match import Pairing, play
from config.env import Env
from config.servers import REDIS_SCHEMES, celery_broker

QUEUE: Final = "arena"

_env = Env(os.environ)
_server = celery_broker(_env.url("REDIS_URL", schemes=REDIS_SCHEMES))
REDIS_URL: Final = _env.text("REDIS_URL")
app = Celery("arena", broker=_server, backend=_server)
app.conf.update(
    task_default_queue=QUEUE,
    control_exchange=QUEUE,  # or else the service's workers on the same Redis would respond for ours
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_time_limit=3600,
    worker_prefetch_multiplier=1,
    result_expires=86400,
    broker_connection_retry_on_startup=True,
    broker_transport_options={
        "visibility_timeout": 7200,
        "socket_connect_timeout": 5,
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0.1,
        "interval_max": 0.1,
    },
)


@app.task(name="arena.play_game")
def play_game(pairing: dict[str, Any]) -> dict[str, Any]:
    """Deterministic: the same pairing has the same outcome on every worker."""
    return asdict(play(Pairing(**pairing)))
