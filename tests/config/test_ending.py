"""A worker that waits for what never comes."""

import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

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


def test_a_worker_that_was_told_to_stop_ends_although_a_task_does_not(redis_url, tmp_path):
    sign, broker = tmp_path / "began", celery_broker(urlsplit(redis_url))
    (tmp_path / "stuck.py").write_text(PROGRAM.format(broker=broker, sign=str(sign)), encoding="utf-8")
    worker = started(tmp_path)
    try:
        Celery(broker=broker, set_as_current=False).send_task("stuck", queue="stuck")
        eventually(sign.exists, what="the task")

        worker.send_signal(signal.SIGTERM)

        assert worker.wait(timeout=30) == 1
        assert "has not stopped within 1 s" in (tmp_path / "log").read_text(encoding="utf-8")
    finally:
        worker.kill()


def started(folder: Path) -> subprocess.Popen[bytes]:
    words = ("-A", "stuck", "worker", "--concurrency", "1", "--queues", "stuck", "--without-mingle")
    env = clean_env(PYTHONPATH=f"{folder}:{CHECKOUT}")
    with (folder / "log").open("wb") as log:
        return subprocess.Popen([sys.executable, "-m", "celery", *words], env=env, stdout=log, stderr=log)
