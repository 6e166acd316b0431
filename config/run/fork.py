"""Our own programs as forks of the supervisor, which imports the project once for all of them.

Nine processes that each import Django, Celery and the rest would hold the same 75 MB nine times. Forks share
the pages until they write to them, and start in a fraction of the time.
"""

import gc
import math
import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Final, NoReturn

from django.conf import settings
from django.template import engines
from django.urls import get_resolver
from setproctitle import getproctitle, setproctitle

from config.env import Env
from config.servers import databases, owner_database
from rules.catalogue import catalogue

# What the programs import between them.
MODULES: Final = (
    "config.wsgi",
    "config.urls",
    "config.asgi",
    "config.celery",
    "config.beat",
    "games.tasks",
    "games.management.commands.notify",
    "granian.cli",
    "multiprocessing.popen_fork",
    "uvicorn.lifespan.on",
    "uvicorn.loops.asyncio",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.httptools_impl",
    "billiard.popen_fork",
    "billiard.synchronize",
    "celery.app.control",
    "celery.app.log",
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.concurrency.thread",
    "celery.events.state",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.consumer.delayed_delivery",
    "celery.worker.strategy",
    "cffi.cparser",  # with which the children of a worker declare a function of C
    "dbm.dumb",  # in which beat remembers
    "encodings.idna",  # with which Python looks a host up
    "kombu.transport.redis",
    "psycopg_pool",
)
# Celery warns about running as root; a user who starts everything as root knows.
ROOT_WARNING: Final = "You're running the worker with superuser privileges"

_POLL_SECONDS: Final = 0.01


def preload(env: dict[str, str]) -> bool:
    """Import the project with these settings. Returns whether programs can then be forked.

    On macOS they cannot: its system libraries do not support a fork that goes on without an exec.
    """
    if sys.platform != "linux":
        return False
    getproctitle()  # it finds the place of the title only while the environment is untouched
    os.environ.clear()
    os.environ.update(env)
    for name in MODULES:
        import_module(name)
    _warm_up()
    warnings.filterwarnings("ignore", ROOT_WARNING)
    multiprocessing.set_start_method("fork")  # so the workers of the web server are forks as well
    gc.collect()
    gc.freeze()  # otherwise a collection in a fork writes to every page
    return True


def _warm_up() -> None:
    """Do what each program would otherwise do at its start or for its first request, on pages of its own."""
    app = import_module("config.celery").app
    app.loader.import_default_modules()
    app.finalize()
    engines.all()  # imports the template tags
    get_resolver().reverse_dict  # noqa: B018 – compiles the patterns of all URLs
    pictures = import_module("games.reading.pictures")
    for rules in catalogue():
        pictures.board_picture(rules.name)  # laying out a board takes some tenths of a second


class Fork:
    """A forked process, with the part of the interface of `subprocess.Popen` that the supervisor uses."""

    def __init__(
        self, argv: tuple[str, ...], *, cwd: Path, env: dict[str, str], in_child: Callable[[], None]
    ) -> None:
        self._argv = argv
        self.returncode: int | None = None
        output, own_output = os.pipe()
        started, own_started = os.pipe()
        self.stdout = os.fdopen(output, "rb")
        try:
            self.pid = os.fork()
            if self.pid == 0:
                _become(argv, cwd, env, in_child, own_output)
        finally:
            os.close(own_output)
            os.close(own_started)
            os.read(started, 1)  # until the fork, which leads its session by then, has closed its end
            os.close(started)

    def poll(self) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float = math.inf) -> int:
        deadline = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(self._argv, timeout)
            time.sleep(_POLL_SECONDS)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def _become(
    argv: tuple[str, ...], cwd: Path, env: dict[str, str], in_child: Callable[[], None], output: int
) -> NoReturn:
    """The life of a fork. It is a copy of the supervisor, so it must never return into its code."""
    code = 1
    try:
        os.setsid()
        in_child()
        _forget_signals()
        _forget_files(output)
        os.chdir(cwd)
        _use(env)
        setproctitle(" ".join(argv))  # as if it had been executed
        code = _run(*argv[argv.index("-m") + 1 :])
    except BaseException:  # noqa: BLE001 – nobody else will report it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


def _forget_signals() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def _forget_files(output: int) -> None:
    """Replace the supervisor's files instead of closing them: the numbers must not be used again.

    An inherited object that is deleted later closes its number, whatever that is by then.
    """
    nothing = os.open(os.devnull, os.O_RDWR)
    for number, file in enumerate((nothing, output, output)):
        os.dup2(file, number)
    for number in [int(file.name) for file in Path("/proc/self/fd").iterdir()]:
        if number not in (0, 1, 2, nothing):
            os.dup2(nothing, number, inheritable=False)


def _use(env: dict[str, str]) -> None:
    """Of the settings, which are loaded already, only the size of the pool and the owner differ."""
    os.environ.clear()
    os.environ.update(env)
    found = databases(Env(os.environ))
    for name, database in found.items():
        settings.DATABASES[name]["OPTIONS"] |= database["OPTIONS"]
    settings.DATABASE_OWNER = owner_database(Env(os.environ), found["default"])


def _run(module: str, *words: str) -> int:
    """Do what `python -m` does, and return the exit code."""
    sys.argv = [module, *words]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        return _code_of(end)
    return 0


def _code_of(end: SystemExit) -> int:
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    print(end.code, file=sys.stderr)  # noqa: T201
    return 1
