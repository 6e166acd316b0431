"""A pooled connection is looked at, and asked only if in doubt."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection
from psycopg_pool import ConnectionPool

from config.postgres.base import DatabaseWrapper
from config.servers import django_database
from games import internals
from games.internals.postgres import check
from tests.support.processes import eventually


@pytest.fixture
def pooled(servers) -> Iterator[psycopg.Connection]:
    with psycopg.connect(servers["DATABASE_URL"], autocommit=True) as connection:
        yield connection


@pytest.fixture
def asked(monkeypatch) -> list[psycopg.Connection]:
    """The connections that were sent a question."""
    found: list[psycopg.Connection] = []
    ask = ConnectionPool.check_connection

    def note(connection: psycopg.Connection) -> None:
        found.append(connection)
        ask(connection)

    monkeypatch.setattr(ConnectionPool, "check_connection", note)
    return found


@pytest.fixture
def wrapper(servers) -> Iterator[DatabaseWrapper]:
    """The backend as a server uses it, with a pool."""
    url = urlsplit(servers["DATABASE_URL"])
    made = DatabaseWrapper({**connection.settings_dict, **django_database(url, pool_size=1)}, "pooled")
    yield made
    made.close_pool()  # type: ignore[attr-defined]  # not in the stubs


@pytest.mark.parametrize("questions", [0, 2])
def test_a_pool_asks_only_if_the_fast_road_is_off(wrapper, asked, monkeypatch, questions):
    if questions:
        monkeypatch.setattr(internals, "FAST", internals.FAST - {internals.POOL})
    assert wrapper.pool
    wrapper.pool.open()
    for _ in range(2):
        with wrapper.pool.connection():
            pass

    assert len(asked) == questions


def test_a_connection_with_nothing_to_read_is_given_out_without_a_question(pooled, asked):
    check(pooled)

    assert asked == []


def test_a_connection_that_the_server_has_closed_is_refused(pooled, servers):
    with psycopg.connect(servers["DATABASE_URL"], autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pooled.info.backend_pid])

    for way in (check, ConnectionPool.check_connection):
        with pytest.raises(psycopg.OperationalError):
            way(pooled)


def test_a_connection_on_which_the_server_said_something_else_is_asked_and_kept(pooled, servers, asked):
    pooled.execute("LISTEN news")
    with psycopg.connect(servers["DATABASE_URL"], autocommit=True) as other:
        other.execute("NOTIFY news")

    def looked_at() -> list[psycopg.Connection]:
        check(pooled)
        return asked

    eventually(looked_at, what="the message")

    assert asked == [pooled]
    assert pooled.execute("SELECT 1").fetchone() == (1,)
