"""The database backend: a pooled connection is looked at, and asked only if in doubt; cursors are kept."""

from collections.abc import Iterator
from datetime import UTC, datetime

import psycopg
import pytest
from django.db import DataError, connection, transaction
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


@pytest.mark.django_db
def test_times_are_read_in_utc():
    with connection.cursor() as cursor:
        cursor.execute("SELECT '2026-01-31 18:00:00.25+02'::timestamptz")
        (found,) = cursor.fetchone()

    assert found == datetime(2026, 1, 31, 16, 0, 0, 250_000, tzinfo=UTC)
    assert found.tzinfo is UTC


@pytest.mark.django_db
def test_a_cursor_is_kept_for_the_next_statement_but_never_shared():
    with connection.cursor() as first:
        first.execute("SELECT 1")
        with connection.cursor() as other:
            other.execute("SELECT 2")
            assert other.cursor is not first.cursor
        assert first.fetchall() == [(1,)]
        kept = first.cursor

    with connection.cursor() as later:
        assert later.cursor is kept


@pytest.mark.django_db
def test_a_cursor_with_an_error_can_be_used_again():
    with pytest.raises(DataError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1 / %s", [0])

    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchall() == [(1,)]


@pytest.mark.django_db(transaction=True)
def test_a_cursor_of_a_lost_connection_is_not_kept():
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.connection.close()

    assert cursor.cursor is None
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchall() == [(1,)]
