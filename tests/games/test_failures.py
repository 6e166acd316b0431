"""One game that fails does not stop the others; a database that is away stops them all."""

import logging

import pytest
from django.db import InterfaceError, OperationalError

from games.failures import contained

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
