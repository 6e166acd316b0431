"""A `make run` as a test sees it: a real supervisor in a process of its own, and a log to read."""

import atexit
import http.client
import json
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import psutil

from config.embedded.folder import DataFolder
from config.embedded.postgres import postgres_url
from tests.support import citus, clusters
from tests.support.checkout import CHECKOUT
from tests.support.processes import clean_env, eventually, free_port

MANY = "1000000"  # all of a test's requests come from one address, and in a hurry
START_SECONDS = 180  # much more than it takes: the machine may be busy with something else


def make(target: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A target of the Makefile, with FILE on its command line and the other variables in its environment."""
    words = [f"{name}={variables.pop(name)}" for name in ("FILE",) if name in variables]
    return subprocess.run(
        ["make", "--no-print-directory", target, f"PYTHON={sys.executable}", *words],
        cwd=CHECKOUT,
        env=clean_env(**variables),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def run_to_its_end(data: Path, port: int, **env: str) -> subprocess.CompletedProcess[str]:
    """For a run that is expected to refuse."""
    return subprocess.run(
        [sys.executable, "-m", "config.run"],
        cwd=CHECKOUT,
        env=clean_env(**{"DATA_DIR": str(data), "PORT": str(port), "STREAMS_PORT": str(free_port()), **env}),
        capture_output=True,
        text=True,
        check=False,
        timeout=START_SECONDS,
    )


class Server(Protocol):
    """Something that answers at a port of this machine."""

    @property
    def port(self) -> int: ...

    def get(self, path: str) -> tuple[int, Any]: ...


class Run:
    output: int | None = None  # where its output goes instead of a log

    def __init__(self, data: Path, port: int, argv: tuple[str, ...] = (), **env: str) -> None:
        self.data, self.port, self.streams_port = data, port, free_port()
        self.database = env.get("DATABASE_OWNER_URL") or env.get("DATABASE_URL") or own_server(data)
        self._log = data.with_name(f"{data.name}-{time.monotonic_ns()}.log")
        with self._log.open("wb") as out:
            self.process = subprocess.Popen(
                argv or (sys.executable, "-m", "config.run"),
                cwd=CHECKOUT,
                env=clean_env(
                    **{"RATE_LIMIT_ADDRESS": MANY, **env},
                    DATA_DIR=str(data),
                    PORT=str(port),
                    STREAMS_PORT=str(self.streams_port),
                ),
                stdin=subprocess.PIPE,
                stdout=self.output or out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def log(self) -> str:
        return self._log.read_text(errors="replace")

    def wait_for(self, words: str, *, seconds: float = START_SECONDS) -> None:
        def said() -> bool:
            assert words in self.log() or self.process.poll() is None, self.log()
            return words in self.log()

        eventually(said, seconds=seconds, what=f"{words!r} in the log")

    def get(self, path: str) -> tuple[int, Any]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20) as answer:
                body = answer.read()
                return answer.status, json.loads(body) if "json" in answer.headers[
                    "Content-Type"
                ] else body.decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read())
        except (OSError, http.client.HTTPException):  # nobody is there, or was killed in mid-sentence
            return 0, None

    def is_ready(self) -> bool:
        return self.get("/readyz")[0] == 200

    def family(self) -> list[psutil.Process]:
        """Every process that belongs to it, PostgreSQL's own included."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def child(self, word: str) -> psutil.Process | None:
        """The child whose command line has the word in it."""
        own = psutil.Process(self.process.pid).children()
        alone = re.compile(rf"(^|[ /]){word}( |$)")
        return next((process for process in own if alone.search(command_of(process))), None)

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.close()

    def close(self) -> int:
        code = self.process.wait(60)
        if self.process.stdin:
            self.process.stdin.close()
        return code


def own_server(data: Path) -> str:
    return postgres_url(DataFolder(data))


_databases: dict[Path, dict[str, str]] = {}
_cluster = ExitStack()
atexit.register(_cluster.close)


def database_of(data: Path) -> dict[str, str]:
    """On a cluster, if there is one: the same database for the same folder, also after a restart."""
    if citus.is_given() and data not in _databases:
        _databases[data] = _cluster.enter_context(citus.own_database())
    return _databases.get(data, {})


@contextmanager
def running(data: Path, port: int | None = None, /, **env: str) -> Iterator[Run]:
    """A run that is ready, and stopped at the end whatever happens."""
    servers = {} if "DATABASE_URL" in env else database_of(data)
    if not (servers or "DATABASE_URL" in env or data.exists()):
        clusters.copy_to(data)
    with started(data, port or free_port(), **servers, **env) as run:
        yield run


@contextmanager
def started(data: Path, port: int, /, **env: str) -> Iterator[Run]:
    """The same, in a folder as it is: from nothing a run makes its own database."""
    documented()
    run = Run(data, port, (), **env)
    try:
        run.wait_for('"message": "ready"')
        yield run
    finally:
        run.stop()


@cache
def documented() -> None:
    """As `make run` does before it starts."""
    done = make("docs")
    assert done.returncode == 0, done.stderr


def kill_database(run: Run) -> None:
    """It comes back."""
    if citus.is_given():
        with citus.killed(citus.coordinator()):
            return
    server = eventually(lambda: run.child("postgres"))
    assert server
    server.kill()
    run.wait_for(f"postgres (process {server.pid}) was ended by SIGKILL")


def living(processes: list[psutil.Process]) -> list[psutil.Process]:
    return [process for process in processes if is_alive(process)]


def is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:  # it ended between the two questions
        return False


def command_of(process: psutil.Process) -> str:
    """Its command line; none, if it ended meanwhile."""
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return ""


def users_of(data: Path) -> list[psutil.Process]:
    """Whoever works in the data folder or names it on its command line."""
    found = []
    for process in psutil.process_iter():
        try:
            if str(data) in command_of(process) or str(data) in process.cwd():
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return found
