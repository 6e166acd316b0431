"""One game that fails does not stop the others; a database that is away stops them all."""

import logging

import pytest
from django.db import InterfaceError, InternalError, OperationalError, connection, transaction

from games.failures import contained, is_database_failure, is_missing_node

logger = logging.getLogger("signalbox.test")


def test_an_error_is_logged_and_kept_but_not_raised(caplog):
    with contained(logger, "game %s failed", 7) as failure:
        raise ValueError("no such card")

    assert "game 7 failed" in caplog.text
    assert str(failure.error) == "no such card"


def test_without_an_error_nothing_is_logged(caplog):
    with contained(logger, "game %s failed", 7) as failure:
        pass

    assert caplog.text == ""
    assert failure.error is None


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_is_away_is_not_the_fault_of_one_game(caplog, error):
    with pytest.raises(error), contained(logger, "game %s failed", 7):
        raise error

    assert caplog.text == ""


# too many connections, a full disk, timeouts of lock and statement, a shutdown, a lost connection, a standby
@pytest.mark.parametrize("sqlstate", ["53300", "53100", "55P03", "57014", "57P01", "08006", "25006"])
@pytest.mark.django_db
def test_what_the_database_cannot_do_is_its_own_failure(sqlstate):
    assert is_database_failure(raised(sqlstate))


@pytest.mark.parametrize("sqlstate", ["23505", "22012", "42P01"])
@pytest.mark.django_db
def test_what_the_program_did_wrong_is_not(sqlstate):
    assert not is_database_failure(raised(sqlstate))


@pytest.mark.parametrize(
    "words",
    [
        "connection to the remote node app@10.0.0.2:5432 failed with the following error: Connection refused",
        "could not establish any connections to the node 10.0.0.2:5432 after 30000 ms",
        "failure on connection marked as essential: 10.0.0.2:5432",
    ],
)
def test_a_node_that_is_away_is_a_failure_of_the_database_whatever_its_class(words):
    error = InternalError(words)

    assert is_missing_node(error)
    assert is_database_failure(error)
    assert not is_missing_node(InternalError("cache lookup failed"))
    assert not is_missing_node(ValueError(words))


def raised(sqlstate: str) -> Exception:
    raising = f"DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{sqlstate}'; END $$"
    with pytest.raises(Exception, match="no") as found, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(raising)
    return found.value
