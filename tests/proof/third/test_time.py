"""The third verifier reckons with time as the rules do, whatever the clocks have been through."""

import pytest

from rules.table.clock import GRACE
from tests.proof.third.log import Log, failures
from tests.properties.forgery.forger import Absent, entry, export_of, places, remade
from tests.properties.forgery.recorded import TABLES, recorded
from tests.properties.forgery.spoils_of_lateness import IN_TIME, LATE, due, folded, postpone


def found(made):
    return failures(Log(export_of(made)))


@pytest.mark.parametrize("name", LATE)
def test_a_decision_a_microsecond_after_the_grace_is_found(name):
    assert "clocks" in found(first_that_has(LATE[name]))


@pytest.mark.parametrize("name", IN_TIME)
def test_a_decision_at_the_end_of_the_grace_holds(name):
    assert found(first_that_has(IN_TIME[name])) == []


def first_that_has(spoil):
    """The first game that has what the spoil is about, with it."""
    for game in TABLES:
        log = recorded(game)
        try:
            spoil(log)
        except Absent:
            continue
        return remade(log)
    raise Absent


def test_time_for_a_seat_that_is_not_waited_for_is_found():
    log = recorded("clock")
    made = entry(log, "time_given")
    made["public"]["receiver"] = 3 - made["actor"] - made["public"]["receiver"]  # the third of seats 0 to 2

    assert found(remade(log)) == ["clocks"]


def test_a_pause_agreed_to_when_another_seat_was_late_is_found():
    log = recorded("clock")
    at = next(at for at in places(log, "pause_agreed") if log[at]["actor"] not in folded(log, at).to_act)
    (seat,) = folded(log, at).to_act
    del log[at + 1 :]
    postpone(log, at, due(log, at, seat) + GRACE)

    assert found(remade(log)) == ["clocks"]

    postpone(log, at, due(log, at, seat) + GRACE / 2)

    assert found(remade(log)) == []
