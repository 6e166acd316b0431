"""A worker that waits for what never comes."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import redis
from celery import Celery

from config.servers import celery_broker
from tests.support.checkout import CHECKOUT
from tests.support.processes import clean_env, eventually

# A task that never ends, as one may that waits for a server that is gone.
PROGRAM = """
import pathlib, time
from celery import Celery
from config import ending

ending.PATIENCE = 1.0
app = Celery("stuck", broker={broker!r})
ending.install(app)

@app.task(name="stuck")
def stuck():
    pathlib.Path({sign!r}).touch()
    time.sleep(600)
"""


def test_a_worker_that_has_failed_ends_although_a_task_does_not(redis_url, tmp_path):
    """The broker refuses to write, as it does on a full disk."""
    sign, broker = tmp_path / "began", celery_broker(urlsplit(redis_url))
    (tmp_path / "stuck.py").write_text(PROGRAM.format(broker=broker, sign=str(sign)), encoding="utf-8")
    worker = started(tmp_path)
    try:
        Celery(broker=broker, set_as_current=False).send_task("stuck", queue="stuck")
        eventually(sign.exists, what="the task")

        with redis.Redis.from_url(redis_url) as client, refusing(client):
            assert worker.wait(timeout=30) == 1

        assert "has failed and has not stopped within 1 s" in (tmp_path / "log").read_text(encoding="utf-8")
    finally:
        worker.kill()


@contextmanager
def refusing(client: redis.Redis) -> Iterator[None]:
    """Without the replicas that it is told to wait for, it accepts no write."""
    client.config_set("min-replicas-to-write", 1)
    try:
        yield
    finally:
        client.config_set("min-replicas-to-write", 0)


def started(folder: Path) -> subprocess.Popen[bytes]:
    words = ("-A", "stuck", "worker", "--concurrency", "1", "--queues", "stuck", "--without-mingle")
    env = clean_env(PYTHONPATH=f"{folder}:{CHECKOUT}")
    with (folder / "log").open("wb") as log:
        return subprocess.Popen([sys.executable, "-m", "celery", *words], env=env, stdout=log, stderr=log)
