"""A temporary PostgreSQL and Redis in a folder that is deleted afterwards.

python -m config.embedded.throwaway COMMAND…             run a command with both servers
python -m config.embedded.throwaway --for PID FOLDER     serve until the process ends
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from config.embedded.folder import DataFolder
from config.embedded.postgres import postgres_program, postgres_url, prepare_postgres
from config.embedded.redis import redis_program, redis_url
from config.env import Misconfigured
from config.run.program import Child, Program

READY_FILE = "servers.json"
_START_SECONDS = 60
_TICK_SECONDS = 0.05


@contextmanager
def throwaway_servers(root: Path, *, careless: bool = True) -> Iterator[dict[str, str]]:
    """Both servers and the two variables with their URLs. `careless`: data need not survive a crash."""
    folder = DataFolder(root.resolve())
    folder.make()
    prepare_postgres(folder, careless=careless)
    with ExitStack() as stack:
        # If the path is too long the sockets are in another folder, which is deleted last.
        stack.callback(shutil.rmtree, folder.sockets, ignore_errors=True)
        for program in (
            postgres_program(folder, careless=careless),
            redis_program(folder, careless=careless),
        ):
            stack.enter_context(running(program, root))
        yield {"DATABASE_URL": postgres_url(folder), "REDIS_URL": redis_url(folder)}


@contextmanager
def running(program: Program, root: Path) -> Iterator[None]:
    with (root / f"{program.name}.log").open("wb") as log:
        child = Child(program, cwd=root, output=log)
    try:
        _wait_until_ready(child)
        yield
    finally:
        child.ask_to_stop()
        try:
            child.process.wait(program.patience)
        finally:
            child.kill_all()


def _wait_until_ready(child: Child) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not (child.program.is_ready and child.program.is_ready()):
        if child.has_ended() or time.monotonic() > deadline:
            raise Misconfigured(f"{child.program.name} did not start.")
        time.sleep(_TICK_SECONDS)


def serve(owner: int, root: Path) -> None:
    """Serve while the owner process lives. The file with the URLs is written when both servers are ready."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the owner; when it ends, so do we
    with _gone_afterwards(root), throwaway_servers(root) as addresses:
        fresh = root / (READY_FILE + ".new")
        fresh.write_text(json.dumps(addresses))
        fresh.rename(root / READY_FILE)
        while psutil.pid_exists(owner):
            time.sleep(1)


@contextmanager
def _gone_afterwards(root: Path) -> Iterator[None]:
    try:
        yield
    finally:
        shutil.rmtree(root, ignore_errors=True)


def run_command(command: list[str]) -> int:
    with TemporaryDirectory(prefix="signalbox-") as root, throwaway_servers(Path(root)) as addresses:
        return subprocess.run(command, env={**os.environ, **addresses}, check=False).returncode


if __name__ == "__main__":
    if sys.argv[1] == "--for":
        serve(int(sys.argv[2]), Path(sys.argv[3]))
    else:
        sys.exit(run_command(sys.argv[1:]))
