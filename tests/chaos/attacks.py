"""`make chaos ARGS=attacks`: what is left for a good client while somebody attacks, from the same address.

The client asks for its game, one request after the other, with and without the attack in turns. The figure is
the ratio of the two rates: it also pays for the CPU that the attacker takes on the same machine.
"""

from __future__ import annotations

import http.client
import multiprocessing
import os
import resource
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from tests.bench.frame import Figure, load_of_the_machine
from tests.chaos.faults.clients import SLOW_LOGIN
from tests.e2e.bot_tables import Host, all_finish
from tests.e2e.runs import Run
from tests.support.processes import eventually, free_port

ROUNDS, SECONDS = 3, 3.0
# The defaults, which tests lift; but the good client asks as fast as it can.
LIMITS = {
    "RATE_LIMIT_ADDRESS": "300",
    "RATE_LIMIT_ADMIN_LOGIN": "10",
    "RATE_LIMIT_IMPORTS": "20",
    "RATE_LIMIT_PLAYER": "1000000",
}
SETTLE_SECONDS = 3.0  # until all connections are made
REFUSED, PAUSE = (0, 403, 409, 429, 503), 1.0
FILES = 4096
SLOW, IDLE, WAITS, STREAMS, AUDITS, LOGINS, IMPORTS = 80, 1100, 100, 200, 40, 16, 8
LOGIN = b"csrfmiddlewaretoken=abcdefghijklmnopqrstuvwxyzABCDEF&username=admin&password=guess"


class Target(NamedTuple):
    """What everybody knows of the server, and a token of the attacker's own."""

    port: int
    running: str  # a game
    finished: str  # another
    export: bytes
    token: str

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> int:
        """The status; 0 without one."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): v for name, v in headers.items()})
            answer = connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            return 0
        else:
            return answer.status
        finally:
            connection.close()


# -- attacks, each in a process of its own -----------------------------------------------------------


def hold(port: int, count: int, words: bytes) -> None:
    made = []
    for _ in range(count):
        with suppress(OSError):
            made.append(socket.create_connection(("127.0.0.1", port)))
            made[-1].sendall(words)
    time.sleep(600)


def repeat(count: int, ask: Callable[[], Any]) -> None:
    """So many at once, for ever. Who is refused pauses: a flood of requests is another attack."""

    def forever() -> None:
        while True:
            if ask() in REFUSED:
                time.sleep(PAUSE)

    threads = [Thread(target=forever) for _ in range(count)]
    for thread in threads:
        thread.start()


def get(path: str, *lines: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()


def slow_bodies(target: Target) -> None:
    hold(target.port, SLOW, SLOW_LOGIN)


def idle_connections(target: Target) -> None:
    hold(target.port, IDLE, get("/healthz"))


def anonymous_waits(target: Target) -> None:
    hold(target.port, WAITS, get(f"/api/v1/games/{target.running}/events?after=13&wait=60"))


def many_streams(target: Target) -> None:
    path = f"/api/v1/games/{target.running}/stream"
    hold(target.port, STREAMS, get(path, f"Authorization: Bearer {target.token}"))


def audits(target: Target) -> None:
    repeat(AUDITS, lambda: target.ask("GET", f"/api/v1/games/{target.finished}/audit"))


def admin_logins(target: Target) -> None:
    cookie = "csrftoken=abcdefghijklmnopqrstuvwxyzABCDEF"
    form = {"Content_Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    repeat(LOGINS, lambda: target.ask("POST", "/admin/login/", LOGIN, **form))


def imports(target: Target) -> None:
    mine = {"Authorization": f"Bearer {target.token}", "Content_Type": "application/x-ndjson"}
    repeat(IMPORTS, lambda: target.ask("POST", "/api/v1/imports", target.export, **mine))


ATTACKS: dict[str, Callable[[Target], None]] = {
    f"slow bodies × {SLOW}": slow_bodies,
    f"idle connections × {IDLE}": idle_connections,
    f"anonymous waits × {WAITS}": anonymous_waits,
    f"streams × {STREAMS}": many_streams,
    f"audits, {AUDITS} at once": audits,
    f"admin logins, {LOGINS} at once": admin_logins,
    f"imports, {IMPORTS} at once": imports,
}


@contextmanager
def attacked(attack: Callable[[Target], None], target: Target) -> Iterator[None]:
    process = multiprocessing.get_context("fork").Process(target=attack, args=(target,), daemon=True)
    process.start()
    time.sleep(SETTLE_SECONDS)
    try:
        yield
    finally:
        process.kill()
        process.join()


# -- the good client -----------------------------------------------------------------------------------


class Good:
    def __init__(self, host: Host, game: str) -> None:
        self._port, self._path, self._token = host.run.port, f"/api/v1/games/{game}", host.token
        self.failed = 0

    def rate(self) -> float:
        """Requests answered with 200, per second."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10)
        served, began = 0, time.monotonic()
        while (took := time.monotonic() - began) < SECONDS:
            try:
                connection.request("GET", self._path, headers={"Authorization": f"Bearer {self._token}"})
                answer = connection.getresponse()
                answer.read()
                served += answer.status == 200
                self.failed += answer.status != 200
            except (OSError, http.client.HTTPException):
                self.failed += 1
                connection.close()
        connection.close()
        return served / took


def ratio(good: Good, attack: Callable[[Target], None], target: Target) -> tuple[float, float]:
    """The rate under attack, and its ratio to that without."""
    calm, hurt = 0.0, 0.0
    for _ in range(ROUNDS):
        calm += good.rate()
        with attacked(attack, target):
            hurt += good.rate()
    return hurt / ROUNDS, hurt / calm


# -- a run whose output is read, or not ------------------------------------------------------------------


class Piped(Run):
    """Its output goes into a pipe, which is read as long as nobody says otherwise."""

    def __init__(self, data: Path, **env: str) -> None:
        reading, writing = os.pipe()
        self.is_read = True
        self._drain = Thread(target=self._read, args=(reading,), daemon=True)
        self._drain.start()
        self.output = writing
        super().__init__(data, free_port(), (), **env)
        os.close(writing)

    def _read(self, pipe: int) -> None:
        while True:
            if not self.is_read:
                time.sleep(0.1)
            elif not os.read(pipe, 65536):
                break
        os.close(pipe)


def unread(good: Good, run: Piped) -> tuple[float, float]:
    calm, hurt = 0.0, 0.0
    for _ in range(ROUNDS):
        calm += good.rate()
        run.is_read = False
        hurt += good.rate()
        run.is_read = True
    return hurt / ROUNDS, hurt / calm


# -- all of it -------------------------------------------------------------------------------------------


def measure() -> list[Figure]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(FILES, hard)), hard))
    with tempfile.TemporaryDirectory(prefix="signalbox-attacks-") as folder:
        Path(folder).chmod(0o755)
        run = Piped(Path(folder) / "data", **LIMITS)
        try:
            eventually(run.is_ready, seconds=120, what="being ready")
            return figures(run)
        finally:
            run.is_read = True
            run.stop()


def figures(run: Piped) -> list[Figure]:
    host, attacker = Host(run, "good"), Host(run, "attacker")
    running = host.table("random", sit=True, seats=2)
    good, target = Good(host, running), target_of(run, attacker, running)
    found: list[Figure] = []
    for name, attack in ATTACKS.items():
        found += pair(name, *ratio(good, attack, target), good)
    found += pair("output that nobody reads", *unread(good, run), good)
    return [*found, load_of_the_machine()]


def target_of(run: Run, attacker: Host, running: str) -> Target:
    finished = attacker.table("random", "random")
    all_finish(run, [finished])
    export = attacker.ask("GET", f"/games/{finished}/export")
    return Target(run.port, running, finished, export, attacker.token)


def pair(name: str, rate: float, part: float, good: Good) -> list[Figure]:
    failed, good.failed = good.failed, 0
    return [
        Figure(name, rate, "requests/s", f"of a good client; {failed} not answered with 200"),
        Figure(f"{name}, ratio", part, "×", "to the same client without the attack"),
    ]
