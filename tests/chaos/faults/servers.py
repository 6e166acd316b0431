"""PostgreSQL and Redis, and the disk below them."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil
import psycopg
import redis

from tests.chaos.faults.catalogue import REFUSAL_SECONDS, Fault, Scene, Skipped, fault
from tests.chaos.faults.processes import some_process

UNDO_SECONDS = 120


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
    try:
        with connected(scene) as connection:
            connection.execute("ALTER SYSTEM RESET default_transaction_read_only")
            connection.execute("SELECT pg_reload_conf()")
    except Skipped:
        # A run that is started meanwhile cannot migrate, so it ends, and its PostgreSQL with it.
        file = scene.stack.data / "postgres" / "postgresql.auto.conf"
        lines = file.read_text().splitlines(keepends=True)
        file.write_text("".join(line for line in lines if "read_only" not in line))
        raise


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
