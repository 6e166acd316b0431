"""The choice between the primary and a replica. How a real replica lags and fails is in tests/e2e."""

from __future__ import annotations

import pytest
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections

from games.log import replica
from games.models import Game


@pytest.fixture
def standby(monkeypatch) -> None:
    """A replica that has every version."""
    monkeypatch.setitem(connections.settings, replica.REPLICA, connections.settings[DEFAULT_DB_ALIAS])
    monkeypatch.setattr(replica, "_value", lambda *_: True)
    monkeypatch.setattr("games.log.replica._Failure.at", -replica.AWAY_SECONDS)


def database_read(failure: Exception | None = None) -> str | None:
    """The database that the router chooses for a read, perhaps one that fails."""
    with replica.permitted():
        replica.read_log_of(Game(version=1))
        if failure:
            raise failure
        return replica.Router().db_for_read(Game)


def test_a_read_that_fails_on_the_replica_is_made_at_the_primary_when_it_is_repeated(standby):
    assert database_read() == replica.REPLICA

    with pytest.raises(OperationalError):
        database_read(OperationalError("canceling statement due to conflict with recovery"))

    assert database_read() is None


def test_a_failure_of_the_primary_does_not_count_against_the_replica(standby):
    with pytest.raises(OperationalError), replica.permitted():
        raise OperationalError("the connection is closed")

    assert database_read() == replica.REPLICA
