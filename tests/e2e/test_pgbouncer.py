"""Every process of a run through PgBouncer in transaction mode, with few connections to the database."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
import redis

from config.embedded.folder import DataFolder
from config.embedded.throwaway import throwaway_servers
from tests.e2e.load import bear
from tests.e2e.runs import Run, running
from tests.support.checkout import CHECKOUT
from tests.support.citus import plain_postgresql
from tests.support.pgbouncer import executable, pooled, prepares
from tests.support.processes import clean_env, eventually

pytestmark = [
    pytest.mark.skipif(executable() is None, reason="there is no pgbouncer here"),
    plain_postgresql,
]

CONNECTIONS = 4
KEYS = {"SECRET_KEY": "behind-a-pooler-" + "x" * 50, "SIGNING_KEY": "C" * 43, "SEALING_KEY": "D" * 43}
FEW = {"TASK_PROCESSES": "2", "WEB_PROCESSES": "1", "RATE_LIMIT_SIGN_UP": "1000"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> DataFolder:
    return DataFolder(tmp_path_factory.mktemp("pooled"))


@pytest.fixture(scope="module")
def direct(folder) -> Iterator[dict[str, str]]:
    with throwaway_servers(folder.root) as addresses:
        yield addresses


@pytest.fixture(scope="module")
def servers(folder, direct) -> Iterator[dict[str, str]]:
    """The same, with the pooler in front."""
    with pooled(folder, connections=CONNECTIONS) as url:
        yield direct | {"DATABASE_URL": url, "DATABASE_PREPARED": str(prepares()).lower()}


@pytest.fixture(scope="module")
def run(servers, tmp_path_factory) -> Iterator[Run]:
    with running(tmp_path_factory.mktemp("run") / "data", **servers, **KEYS, **FEW) as started:
        yield started


def ask(url: str, statement: str) -> list[Any]:
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(statement).fetchall()


def manage(servers: dict[str, str], *words: str) -> str:
    env = clean_env(DJANGO_SETTINGS_MODULE="tests.settings", **servers, **KEYS)
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=CHECKOUT, env=env, capture_output=True, text=True, check=True)
    return done.stdout


BACKENDS = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'signalbox' AND pid <> pg_backend_pid()"
WAITING = "SELECT state FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"


def test_a_load_through_the_pooler_fails_nowhere_and_leaves_nothing(run, servers, direct):
    games = bear([run], direct["DATABASE_URL"])

    assert ask(direct["DATABASE_URL"], BACKENDS) <= [(CONNECTIONS,)]
    eventually(lambda: not ask(direct["DATABASE_URL"], WAITING), what="the end of all transactions")
    assert ask(direct["DATABASE_URL"], "SELECT * FROM pg_locks WHERE locktype = 'advisory'") == []
    with redis.Redis.from_url(direct["REDIS_URL"]) as client:
        eventually(lambda: set(client.keys("lease:*")) <= {b"lease:beat"}, what="the end of all leases")
    assert manage(servers, "rebuild") == f"{len(games)} games rebuilt.\n"
    assert f"{len(games)} games audited, 0 failed." in manage(servers, "verify", "--all")
