"""The database backend: a pooled connection is looked at, and asked only if in doubt."""

from collections.abc import Iterator

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from config.postgres.base import check
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


def test_a_connection_with_nothing_to_read_is_given_out_without_a_question(pooled, asked):
    check(pooled)

    assert asked == []


def test_a_connection_that_the_server_has_closed_is_refused(pooled, servers):
    with psycopg.connect(servers["DATABASE_URL"], autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pooled.info.backend_pid])

    with pytest.raises(psycopg.OperationalError):
        check(pooled)


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
