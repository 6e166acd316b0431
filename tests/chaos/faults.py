"""The faults. Each is a function that does it to the stack and returns when it has been undone."""

from __future__ import annotations

import random
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import psutil
import psycopg
import redis

from tests.chaos.client import Wires
from tests.chaos.stack import PROGRAMS, Stack

STOP_SECONDS = (0.3, 4.0)
REFUSAL_SECONDS = (0.5, 4.0)
UNDO_SECONDS = 120
SLOW_BODIES, IDLE, UNREAD = 80, 200, 40
SLOW_LOGIN = (
    b"POST /admin/login/ HTTP/1.1\r\nHost: localhost\r\n"
    b"Cookie: csrftoken=abcdefghijklmnopqrstuvwxyzABCDEF\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n{"
)


class Skipped(Exception):
    """This fault is not possible here or now, and why."""


@dataclass
class Scene:
    """What a fault may touch."""

    stack: Stack
    wires: Wires
    whim: random.Random
    game: Callable[[], str]  # a game to listen to

    def seconds(self, span: tuple[float, float]) -> float:
        return self.whim.uniform(*span)


Fault = Callable[[Scene], None]
FAULTS: dict[str, tuple[int, Fault]] = {}  # by name, with a weight


def fault(name: str, weight: int = 2) -> Callable[[Fault], Fault]:
    def add(function: Fault) -> Fault:
        FAULTS[name] = weight, function
        return function

    return add


# -- processes -------------------------------------------------------------------------------------


def some_process(scene: Scene, name: str) -> psutil.Process:
    """A program by its name or, with a slash, one of its children."""
    parent, _, word = name.partition("/")
    found = scene.stack.program(parent)
    if found is None:
        raise Skipped(f"{parent} is down")
    if not word:
        return found
    with suppress(psutil.NoSuchProcess):
        children = [child for child in found.children() if matches(child, word)]
        if children:
            return scene.whim.choice(children)
    raise Skipped(f"{parent} has no such process")


def matches(process: psutil.Process, word: str) -> bool:
    if word in ("worker", "hand"):
        return True
    title = " ".join(process.cmdline())
    return ("[local]" in title) == (word == "backend")


VICTIMS = (*PROGRAMS, "web/worker", "worker/hand", "postgres/backend", "postgres/helper")


def killer(name: str) -> Fault:
    def kill(scene: Scene) -> None:
        with suppress(psutil.NoSuchProcess):
            some_process(scene, name).kill()

    return kill


def stopper(name: str) -> Fault:
    """A program stands still with all its children."""

    def stop(scene: Scene) -> None:
        process = some_process(scene, name)
        with suppress(psutil.NoSuchProcess):
            hold_still([process, *process.children(recursive=True)], scene.seconds(STOP_SECONDS))

    return stop


def hold_still(processes: list[psutil.Process], seconds: float) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.suspend()
    time.sleep(seconds)
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.resume()


for _name in VICTIMS:
    fault(f"kill {_name}")(killer(_name))
    fault(f"stop {_name}")(stopper(_name))


@fault("stop supervisor")
def stop_supervisor(scene: Scene) -> None:
    hold_still([psutil.Process(scene.stack.run.process.pid)], scene.seconds(STOP_SECONDS))


# -- servers ---------------------------------------------------------------------------------------


def send(scene: Scene, name: str, number: signal.Signals) -> None:
    with suppress(psutil.NoSuchProcess):
        some_process(scene, name).send_signal(number)


@fault("restart postgres fast")
def restart_fast(scene: Scene) -> None:
    send(scene, "postgres", signal.SIGINT)


@fault("restart postgres immediate")
def restart_immediate(scene: Scene) -> None:
    send(scene, "postgres", signal.SIGQUIT)


@fault("restart redis")
def restart_redis(scene: Scene) -> None:
    send(scene, "redis", signal.SIGTERM)


@fault("flush redis", 6)
def flush(scene: Scene) -> None:
    with connected_redis(scene) as client:
        client.flushall()


@fault("cut from redis")
def cut_redis(scene: Scene) -> None:
    with connected_redis(scene) as client:
        client.execute_command("CLIENT", "KILL", "SKIPME", "yes")


@contextmanager
def connected_redis(scene: Scene) -> Iterator[redis.Redis]:
    try:
        with redis.Redis.from_url(scene.stack.redis, socket_timeout=5) as client:
            yield client
    except redis.RedisError as error:
        raise Skipped(f"Redis is away ({type(error).__name__})") from None


@contextmanager
def connected(scene: Scene) -> Iterator[psycopg.Connection]:
    """Able to write even if writes are refused to others."""
    writes = "-c default_transaction_read_only=off"
    try:
        with psycopg.connect(
            scene.stack.database, autocommit=True, connect_timeout=5, options=writes
        ) as found:
            yield found
    except psycopg.Error as error:
        raise Skipped(f"PostgreSQL is away ({type(error).__name__})") from None


@fault("cut from postgres", 4)
def cut_backends(scene: Scene) -> None:
    with connected(scene) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )


@fault("writes refused", 6)
def read_only(scene: Scene) -> None:
    with connected(scene) as connection:
        connection.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        connection.execute("SELECT pg_reload_conf()")
    time.sleep(scene.seconds(REFUSAL_SECONDS))
    undo(scene, writes_allowed)


def writes_allowed(scene: Scene) -> None:
    with connected(scene) as connection:
        connection.execute("ALTER SYSTEM RESET default_transaction_read_only")
        connection.execute("SELECT pg_reload_conf()")


def undo(scene: Scene, step: Fault) -> None:
    """Another fault may be in the way for a while."""
    deadline = time.monotonic() + UNDO_SECONDS
    while True:
        try:
            return step(scene)
        except Skipped:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


@fault("full disk", 6)
def full_disk(scene: Scene) -> None:
    if scene.stack.why_no_disk:
        raise Skipped(f"no disk can be mounted here: {scene.stack.why_no_disk}")
    with scene.stack.full_disk():
        time.sleep(scene.seconds(REFUSAL_SECONDS))


# -- clients ---------------------------------------------------------------------------------------


@fault("cut from clients", 4)
def cut_clients(scene: Scene) -> None:
    scene.wires.cut()


@fault("slow bodies", 4)
def slow_bodies(scene: Scene) -> None:
    hold(scene, SLOW_BODIES, SLOW_LOGIN)


@fault("idle connections", 4)
def idle(scene: Scene) -> None:
    hold(scene, IDLE // 2, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    hold(scene, IDLE // 2, b"GET /healthz HTTP/1.1\r\nHost: lo")


@fault("streams nobody reads", 4)
def unread(scene: Scene) -> None:
    path = f"/api/v1/games/{scene.game()}/stream?after=0&view=true"
    hold(scene, UNREAD, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(), room=4096)


def hold(scene: Scene, count: int, words: bytes, *, room: int = 0) -> None:
    """Connections that have sent this and do no more."""
    made: list[socket.socket] = []
    try:
        for _ in range(count):
            wire = socket.socket()
            made.append(wire)
            if room:
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            wire.settimeout(2)
            with suppress(OSError):  # the proxy may be down
                wire.connect(("127.0.0.1", scene.stack.port))
                wire.sendall(words)
        time.sleep(scene.seconds(STOP_SECONDS))
    finally:
        for wire in made:
            wire.close()


# -- everything ------------------------------------------------------------------------------------


@fault("restart all", 4)
def restart_all(scene: Scene) -> None:
    scene.stack.restart(signal.SIGTERM)


@fault("kill all", 4)
def kill_all(scene: Scene) -> None:
    """The supervisor is killed; the kernel ends its children."""
    scene.stack.restart(signal.SIGKILL)
