"""The web server as `make run` starts it, alone, on servers that somebody else looks after."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from config.embedded.folder import DataFolder
from config.env import Env
from config.run.leftovers import session_members
from config.run.plan import CHECKOUT, read_plan
from config.run.program import Child
from config.run.programs import app_programs
from tests.support.processes import clean_env, free_port

START_SECONDS = 60
# With `--cov`. A process writes down what it has measured only if it ends in order.
_IS_MEASURED = "COVERAGE_PROCESS_CONFIG" in os.environ
FOR_TESTS = {
    "SECRET_KEY": "only-for-tests-" + "x" * 50,
    "SIGNING_KEY": "A" * 43,
    "SEALING_KEY": "S" * 42 + "A",
    "ALLOWED_HOSTS": "localhost,127.0.0.1",
    "HTTPS_ONLY": "false",
    "RATE_LIMIT_PLAYER": "1000000",
    "RATE_LIMIT_ADDRESS": "1000000",
    "RATE_LIMIT_SIGN_UP": "1000000",
}


class Web:
    def __init__(self, child: Child, port: int, *others: Child) -> None:
        self.child, self.port, self._others = child, port, others

    def cpu_seconds(self) -> float:
        """What its processes have used so far."""
        members = [member for child in (self.child, *self._others) for member in session_members(child.pid)]
        times = [member.cpu_times() for member in members]
        return sum(time.user + time.system for time in times)

    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, dict[str, str], Any]:
        """Status, headers and body of one answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            more = {"Content-Type": "application/json"} if body is not None else {}
            text = None if body is None else json.dumps(body)
            connection.request(method, f"/api/v1{path}", text, {**headers, **more})
            answer = connection.getresponse()
            found = answer.read()
            return (
                answer.status,
                {name.lower(): value for name, value in answer.getheaders()},
                json.loads(found) if found else None,
            )
        finally:
            connection.close()


@contextmanager
def web_server(folder: Path, servers: dict[str, str], *, processes: int = 2, **env: str) -> Iterator[Web]:
    """It answers when this gives it, and is gone afterwards, however it ends."""
    ports = {"PORT": free_port(), "STREAMS_PORT": free_port(), "WEB_PROCESSES": processes}
    with _program("web", folder, servers, ports, env) as child:
        yield Web(child, ports["PORT"])


@contextmanager
def proxied_server(folder: Path, servers: dict[str, str], *, processes: int = 2, **env: str) -> Iterator[Web]:
    """The same with the proxy in front."""
    ports = {"PORT": free_port(), "WEB_PROCESSES": processes}
    behind = {**env, "BEHIND_PROXY": "true"}
    DataFolder(folder).make()
    with (
        _program("web", folder, servers, ports, behind, proxy="caddy") as web,
        _program("proxy", folder, servers, ports, behind, proxy="caddy") as caddy,
    ):
        yield Web(web, ports["PORT"], caddy)


@contextmanager
def streams_server(folder: Path, servers: dict[str, str], **env: str) -> Iterator[Web]:
    """The process for live streams, likewise."""
    ports = {"PORT": free_port(), "STREAMS_PORT": free_port()}
    with _program("streams", folder, servers, ports, env) as child:
        yield Web(child, ports["STREAMS_PORT"])


@contextmanager
def proxied_streams(folder: Path, servers: dict[str, str], **env: str) -> Iterator[Web]:
    """The same with the proxy in front, which is ready when the web server is."""
    ports, behind = {"PORT": free_port(), "WEB_PROCESSES": 1}, {**env, "BEHIND_PROXY": "true"}
    DataFolder(folder).make()
    with (
        _program("web", folder, servers, ports, behind, proxy="caddy"),
        _program("streams", folder, servers, ports, behind, proxy="caddy") as streams,
        _program("proxy", folder, servers, ports, behind, proxy="caddy") as caddy,
    ):
        yield Web(streams, ports["PORT"], caddy)


@contextmanager
def notifier_process(folder: Path, servers: dict[str, str]) -> Iterator[Child]:
    """The process that tells players what concerns them. Nobody can ask it whether it is there."""
    with _program("notifier", folder, servers, {"PORT": free_port()}, {}) as child:
        yield child


@contextmanager
def _program(
    name: str,
    folder: Path,
    servers: dict[str, str],
    wishes: dict[str, int],
    env: dict[str, str],
    *,
    proxy: str = "none",
) -> Iterator[Child]:
    whole = clean_env(**{**FOR_TESTS, **servers, **env})
    alone = {"DATA_DIR": str(folder), "PROXY": proxy}
    plan = read_plan(Env({**alone, **{key: str(value) for key, value in wishes.items()}}))
    program = next(program for program in app_programs(plan, whole) if program.name == name)
    file = folder / f"{name}-{wishes['PORT']}.log"
    with file.open("wb") as log:
        child = Child(program, cwd=CHECKOUT, output=log)
    try:
        deadline = time.monotonic() + START_SECONDS
        while program.is_ready and not program.is_ready():
            assert not child.has_ended(), file.read_text()
            assert time.monotonic() < deadline, f"{name} does not answer"
            time.sleep(0.05)
        yield child
    finally:
        if _IS_MEASURED:
            child.ask_to_stop()
            with suppress(subprocess.TimeoutExpired):
                child.process.wait(program.patience)
        child.kill_all()


def migrate(servers: dict[str, str]) -> None:
    manage(servers, "migrate", "--no-input")


def manage(servers: dict[str, str], *words: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *words, "--verbosity", "0"],
        cwd=CHECKOUT,
        env=clean_env(**FOR_TESTS, **servers),
        check=True,
    )
