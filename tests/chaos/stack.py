"""The stack under attack: a `make run` on a disk of its own, started again when it is brought down."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

import psutil

from config.embedded.folder import DataFolder
from config.embedded.postgres import postgres_url
from config.embedded.redis import redis_url
from tests.e2e.runs import Run, living
from tests.support.checkout import CHECKOUT
from tests.support.processes import clean_env, free_port

DISK = "4g"  # a limit, not what it takes
START_SECONDS = 180
# Limits that a load from one address would reach, and waits that a run of minutes cannot have.
SETTINGS = {
    "RATE_LIMIT_PLAYER": "1000000",
    "RATE_LIMIT_ADDRESS": "1000000",
    "RATE_LIMIT_SIGN_UP": "1000000",
    "TABLES_PER_DAY": "1000000",
    "STREAMS_PER_ADDRESS": "2000",
    "STREAMS_HEARTBEAT": "3s",
    "RETRIES": "1s,2s",
    "WEBHOOK_TIMEOUT": "5s",
}
# A word of the command line of each child of the supervisor.
PROGRAMS = {
    "postgres": "postgres",
    "redis": "valkey-server",
    "web": "granian",
    "streams": "config.streams",
    "worker": "--exclude-queues",
    "hooks": "hooks@%h",
    "notifier": "notify",
    "beat": "beat",
    "proxy": "caddy",
}


class Stack:
    def __init__(self, root: Path) -> None:
        self.root, self.port = root, free_port()
        self.why_no_disk = self._mount()
        self.data = root / "data"
        self._runs: list[Run] = []
        self._lock = Lock()
        self.run = self._start()

    def _mount(self) -> str:
        """A small disk, where this machine lets us mount one; else the reason why not."""
        words = ("mount", "-t", "tmpfs", "-o", f"size={DISK},mode=755", "tmpfs", str(self.root))
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False)
        except OSError as error:
            return str(error)
        return done.stderr.strip() if done.returncode else ""

    def _start(self) -> Run:
        """Started again until it is ready, as a service manager does: another fault may be in the way."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            run = Run(self.data, self.port, (), **SETTINGS)
            self._runs.append(run)
            while run.process.poll() is None:
                if '"message": "ready"' in run.log():
                    return run
                assert time.monotonic() < deadline, run.log()[-5000:]
                time.sleep(0.1)

    @property
    def database(self) -> str:
        return postgres_url(DataFolder(self.data))

    @property
    def redis(self) -> str:
        return redis_url(DataFolder(self.data))

    def program(self, name: str) -> psutil.Process | None:
        return self.run.child(PROGRAMS[name])

    def missing(self) -> list[str]:
        return [name for name in PROGRAMS if self.program(name) is None]

    # -- the whole of it -----------------------------------------------------------------------------

    def restart(self, number: signal.Signals) -> None:
        """Ended and started again."""
        with self._lock:
            self.run.process.send_signal(number)
            self.run.close()
            self.run = self._start()

    def log(self) -> str:
        return "".join(run.log() for run in self._runs)

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A Django command on the servers of the run."""
        script = '. "$0"; exec "$@"'
        return subprocess.run(
            ["sh", "-c", script, str(self.data / "run" / "env"), sys.executable, "manage.py", *words],
            cwd=CHECKOUT,
            env=clean_env(),
            capture_output=True,
            text=True,
            check=False,
        )

    def close(self) -> None:
        """After a restart that is under way, whose processes would be left running."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        family = self.run.family() if self.run.process.poll() is None else []
        with suppress(ProcessLookupError):
            self.run.stop(signal.SIGTERM)
        for process in living(family):
            process.kill()
        if not self.why_no_disk:
            subprocess.run(["umount", "--lazy", str(self.root)], check=True)

    # -- its disk ------------------------------------------------------------------------------------

    @contextmanager
    def full_disk(self) -> Iterator[None]:
        """No room at all: the disk becomes as small as what is on it."""
        usage = os.statvfs(self.root)
        used = (usage.f_blocks - usage.f_bfree) * usage.f_frsize
        self._resize(str(used))
        try:
            yield
        finally:
            self._resize(DISK)

    def _resize(self, size: str) -> None:
        words = ("mount", "-o", f"remount,size={size}", str(self.root))
        # What is on it may grow between the two: then the new size is refused, and the disk is not full.
        subprocess.run(words, capture_output=True, check=False)
