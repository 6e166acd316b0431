"""The servers of a test run: yours when their variables are set, else one throw-away pair for all workers."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import psycopg

from config.embedded.throwaway import READY_FILE
from tests.settings import NO_REDIS, NOWHERE
from tests.support.web_process import migrate

_PID_FILE = "keeper.pid"
_SERVERS = "servers"
_START_SECONDS = 90


def are_given() -> bool:
    """Whether both servers are somebody's own."""
    return os.environ["DATABASE_URL"] != NOWHERE and os.environ["REDIS_URL"] != NO_REDIS


def folder_of(run: str) -> Path:
    return Path(tempfile.gettempdir(), f"signalbox-tests-{run}")


def made(run: str) -> Path:
    """The folder of a run. PostgreSQL, which may run as somebody else, gets through to what is inside."""
    folder = folder_of(run)
    folder.mkdir(mode=0o711, exist_ok=True)
    return folder


def join(run: str, owner: int) -> dict[str, str]:
    """The addresses of the run's servers; whoever comes first has them started."""
    folder = made(run)
    ready = folder / _SERVERS / READY_FILE
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists():
            _start(folder, owner)
    addresses: dict[str, str] = json.loads(ready.read_text())
    return addresses


def migrated(run: str, servers: dict[str, str]) -> str:
    """The name of a database with all tables, to be copied: the first worker to come makes it."""
    url, name, lock = servers["DATABASE_URL"], "migrated", folder_of(run) / "template.lock"
    with lock.open("w") as held, psycopg.connect(url, autocommit=True) as server:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not server.execute("SELECT FROM pg_database WHERE datname = %s", [name]).rowcount:
            server.execute("CREATE DATABASE migrated")
            migrate(servers | {"DATABASE_URL": urlsplit(url)._replace(path=f"/{name}").geturl()})
    return name


def _start(folder: Path, owner: int) -> None:
    keeper = subprocess.Popen(
        [sys.executable, "-m", "config.embedded.throwaway", "--for", str(owner), str(folder / _SERVERS)],
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    (folder / _PID_FILE).write_text(str(keeper.pid))
    deadline = time.monotonic() + _START_SECONDS
    while not (folder / _SERVERS / READY_FILE).exists():
        if keeper.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("The servers for the tests did not start.")
        time.sleep(0.05)
    keeper.returncode = 0  # it outlives this object on purpose: the last one to leave ends it


def leave(run: str) -> None:
    """End the servers, if any test has needed them."""
    folder = folder_of(run)
    try:
        keeper = psutil.Process(int((folder / _PID_FILE).read_text()))
        keeper.terminate()
        keeper.wait(60)
    except (FileNotFoundError, psutil.NoSuchProcess):
        pass
    shutil.rmtree(folder, ignore_errors=True)
