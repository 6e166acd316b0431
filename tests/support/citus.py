"""A database on a Citus cluster for tests: made on every node, joined together, and distributed."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import psutil
import psycopg
import pytest
from django.core.management import call_command
from psycopg import sql

VARIABLE: Final = "CITUS_DATABASE_URL"
NODES: Final = "SELECT nodename, nodeport FROM pg_dist_node WHERE groupid > 0 ORDER BY nodeid"
plain_postgresql = pytest.mark.skipif(
    bool(os.environ.get(VARIABLE)), reason=f"of plain PostgreSQL, and {VARIABLE} is given"
)
SHARDS: Final = 8  # of each table; the default of 32 makes emptying the tables slow


def is_citus(url: str) -> bool:
    with psycopg.connect(url, autocommit=True) as connection:
        return bool(connection.execute("SELECT FROM pg_extension WHERE extname = 'citus'").fetchall())


def worker_nodes(url: str) -> list[tuple[str, int]]:
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(NODES).fetchall()


def at(url: str, host: str, port: int) -> str:
    """The same database on another node."""
    parts = urlsplit(url)
    user, _, _ = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user}@{host}:{port}").geturl()


def drop(url: str) -> None:
    """Whoever uses it: Citus keeps connections of its own."""
    name = sql.Identifier(urlsplit(url).path.lstrip("/"))
    with psycopg.connect(urlsplit(url)._replace(path="/postgres").geturl(), autocommit=True) as server:
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name))


def leave(url: str, workers: list[tuple[str, int]]) -> None:
    """The coordinator's own database is left for Django to drop; nobody may be connected to it then."""
    for host, port in workers:
        drop(at(url, host, port))
    with psycopg.connect(urlsplit(url)._replace(path="/postgres").geturl(), autocommit=True) as server:
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
            [urlsplit(url).path.lstrip("/")],
        )


def join_nodes(url: str, workers: list[tuple[str, int]]) -> None:
    """Make the database, which the coordinator has, one of the whole cluster."""
    name = urlsplit(url).path.lstrip("/")
    for host, port in workers:
        node = at(url, host, port)
        drop(node)
        with psycopg.connect(urlsplit(node)._replace(path="/postgres").geturl(), autocommit=True) as server:
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        with psycopg.connect(node, autocommit=True) as database:
            database.execute("CREATE EXTENSION citus")
    with psycopg.connect(url, autocommit=True) as database:
        database.execute("CREATE EXTENSION IF NOT EXISTS citus")
        here = urlsplit(url)
        database.execute("SELECT citus_set_coordinator_host(%s, %s)", [here.hostname, here.port or 5432])
        for host, port in workers:
            database.execute("SELECT citus_add_node(%s, %s)", [host, port])
        shards = sql.SQL("ALTER DATABASE {} SET citus.shard_count = {}")
        database.execute(shards.format(sql.Identifier(name), sql.Literal(SHARDS)))


@contextmanager
def killed(url: str) -> Iterator[None]:
    """The server of this node is dead for as long as the block, and is then started as it was."""
    with psycopg.connect(url, autocommit=True) as node:
        ((folder,),) = node.execute("SHOW data_directory").fetchall()
    server = psutil.Process(int(Path(folder, "postmaster.pid").read_text().split()[0]))
    argv, env, account = server.cmdline(), server.environ(), (server.uids().real, server.gids().real)
    family = [server, *server.children(recursive=True)]
    for process in family:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(family, timeout=30)
    try:
        yield
    finally:
        _start(argv, env, account, Path(folder))
        _wait(url)


def _start(argv: list[str], env: dict[str, str], account: tuple[int, int], folder: Path) -> None:
    other = {"user": account[0], "group": account[1], "extra_groups": []} if os.getuid() == 0 else {}
    with (folder / "log").open("a") as log:
        server = subprocess.Popen(  # type: ignore[call-overload]
            argv, env=env, cwd=folder, stdout=log, stderr=log, start_new_session=True, **other
        )
    server.returncode = 0  # it outlives this object on purpose


def _wait(url: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            assert time.monotonic() < end
            time.sleep(0.2)
        else:
            return


def distribute(**options: Any) -> None:
    call_command("distribute", **options)
