"""The arena over many machines: every game is a task, and any worker at the same Redis may play it.

REDIS_URL is all it takes, no database and no settings of the service. On each machine:

    python -m celery -A config.arena worker

The service's own workers take none of these tasks: a game between bots that think lasts minutes, and
nobody's table shall wait for that.
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
    control_exchange=QUEUE,  # else the service's workers at the same Redis would answer for ours
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
    """The same pairing has the same outcome, whoever plays it and however often."""
    return asdict(play(Pairing(**pairing)))
