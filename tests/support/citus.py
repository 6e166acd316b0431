"""A database on a Citus cluster for tests: made on every node, joined together, and distributed."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import uuid4

import psutil
import psycopg
import pytest
from django.core.management import call_command
from psycopg import sql

from config.embedded.throwaway import throwaway_servers
from tests.settings import NO_REDIS
from tests.support.web_process import manage

VARIABLE: Final = "CITUS_DATABASE_URL"
NODES: Final = "SELECT nodename, nodeport FROM pg_dist_node WHERE groupid > 0 ORDER BY nodeid"
plain_postgresql = pytest.mark.skipif(
    bool(os.environ.get(VARIABLE)), reason=f"of plain PostgreSQL, and {VARIABLE} is given"
)
OWNER: Final = "signalbox_owner"
APPLICATION: Final = "signalbox_app"
SHARDS: Final = 4  # of each table; the default of 32 makes emptying the tables slow


def is_given() -> bool:
    return bool(os.environ.get(VARIABLE))


def coordinator() -> str:
    """As a superuser."""
    return os.environ[VARIABLE]


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


def spread(url: str, workers: list[tuple[str, int]]) -> None:
    """Make the database, which the coordinator has, one of the whole cluster."""
    name = urlsplit(url).path.lstrip("/")
    for host, port in workers:
        node = at(url, host, port)
        drop(node)
        with psycopg.connect(urlsplit(node)._replace(path="/postgres").geturl(), autocommit=True) as server:
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    join_nodes(url, workers)


def join_nodes(url: str, workers: list[tuple[str, int]]) -> None:
    """Every node has a database of this name; now they become one."""
    name = urlsplit(url).path.lstrip("/")
    for host, port in workers:
        with psycopg.connect(at(url, host, port), autocommit=True) as database:
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


def replicate_logically(url: str) -> None:
    """Have the node keep a log by which shards can be moved without blocking. It takes a restart."""
    with psycopg.connect(url, autocommit=True) as node:
        if node.execute("SHOW wal_level").fetchone() == ("logical",):
            return
        node.execute("ALTER SYSTEM SET wal_level = 'logical'")
    with killed(url):
        pass


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


@contextmanager
def throwaway(root: Path, *, careless: bool = True) -> Iterator[dict[str, str]]:
    """Servers for one test; with a cluster, the database is a new one there."""
    with ExitStack() as stack:
        found = stack.enter_context(throwaway_servers(root, careless=careless))
        yield found | stack.enter_context(own_database()) if is_given() else found


@contextmanager
def own_database() -> Iterator[dict[str, str]]:
    """A new database on the cluster, migrated and distributed by an owner who is not a superuser."""
    url = at_cluster(f"signalbox_{uuid4().hex[:12]}")
    nodes = [url, *(at(url, *worker) for worker in worker_nodes(coordinator()))]
    try:
        for node in nodes:
            _make_owned(node)
        join_nodes(url, worker_nodes(coordinator()))
        found = {"DATABASE_URL": _as(url, APPLICATION), "DATABASE_OWNER_URL": _as(url, OWNER)}
        for command in ("migrate", "distribute"):
            manage(found | {"REDIS_URL": NO_REDIS}, command)
        yield found
    finally:
        for node in nodes:
            drop(node)


def at_cluster(name: str) -> str:
    return urlsplit(coordinator())._replace(path=f"/{name}").geturl()


def _as(url: str, role: str) -> str:
    parts = urlsplit(url)
    _, _, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{role}@{host}").geturl()


def _make_owned(url: str) -> None:
    """The database of one node. Roles and databases belong to a node, and this one has to have both."""
    name = sql.Identifier(urlsplit(url).path.lstrip("/"))
    with psycopg.connect(urlsplit(url)._replace(path="/postgres").geturl(), autocommit=True) as server:
        for role in (OWNER, APPLICATION):
            with suppress(psycopg.errors.DuplicateObject, psycopg.errors.UniqueViolation):
                server.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(role)))
        server.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(name, sql.Identifier(OWNER)))
