"""The record of a game reads like a score, and can be played again."""

import pytest

from proof.record import result_of, write_record
from proof.story import DEEDS
from proof.times import second_of
from rules import State, catalogue
from rules.codec import plain_event
from rules.events import EVENTS
from tests.properties.forgery.forger import remade
from tests.properties.forgery.recorded import Log, recorded
from tests.support.exports import sound_entries
from tests.support.records import played_again, read_record

NAMES = {0: "ada", 1: "bob", 2: "cyd"}


@pytest.mark.parametrize("name", [rules.name for rules in catalogue()])
def test_a_record_plays_again_to_the_same_events(name):
    log = sound_entries(name, 3)

    events = played_again(read_record(write_record(log, NAMES)))

    told = [entry for entry in log if entry["type"] in EVENTS.by_name]
    assert [plain_event(event) for event in events] == [
        {"type": entry["type"], "v": entry["v"], **entry["public"], **entry.get("private", {})}
        for entry in told
    ]


def test_a_record_reads_like_a_score():
    lines = write_record(sound_entries(), NAMES, "import").splitlines()

    assert lines[1:3] == ['[Source "import"]', '[Ruleset "london@1"]']
    assert lines[4:8] == [
        '[Players "ada, bob"]',
        '[StandIns ". ."]',
        '[Clock "per_action=3600"]',
        '[Seats "2"]',
    ]
    assert lines[9] == '[ClientSeeds "5eed00 ."]'
    assert lines[13] == ""
    assert lines[14].startswith("1. 0: keep t")
    sheet = lines[lines.index("; Score sheet") + 1 :]
    assert sheet[0].startswith("; ada: ")


def test_a_result_can_be_read_with_points_below_zero_and_shared_victories():
    state = State(scores=(-3, 12, 12))

    assert result_of(state) == "-3, 12, 12; not over"
    state.winners = (1,)
    assert result_of(state) == "-3, 12, 12; won by seat 1"
    state.winners = (1, 2)
    assert result_of(state) == "-3, 12, 12; won by seats 1, 2"


def test_the_record_of_a_test_table_says_so_and_plays_again_from_its_own_key():
    log = remade(recorded("test table"))

    record = read_record(write_record(log, NAMES))

    assert record.tags["Purpose"] == "test"
    assert played_again(record)


def test_the_record_of_a_log_has_its_clock_the_time_of_every_move_and_every_stand_in():
    log = remade(recorded("clock"))

    lines = write_record(log, NAMES).splitlines()

    deciders = [(entry["actor"], entry.get("by")) for entry in log if "actor" in entry]
    bob, cyd = deciders.count((1, "stand_in")), deciders.count((2, "stand_in"))
    assert f'[StandIns ". steady:{bob} steady:{cyd}"]' in lines
    assert '[Clock "per_action=3600 strikes=2 vacation_days=5"]' in lines
    moves = [line for line in lines if line[0:1].isdigit()]
    times = [second_of(entry["at"]) for entry in log if entry["type"] in DEEDS]
    assert [line.partition(" ; ")[2][:19] for line in moves] == times
    assert f"; {second_of_first(log, 'seat_timed_out')} cyd ran out of time; steady decides." in lines


def second_of_first(log: Log, kind: str) -> str:
    return second_of(next(entry["at"] for entry in log if entry["type"] == kind))
