"""The record of a game reads like a score, and comes back."""

import random
from dataclasses import replace

import pytest

from proof.record import NoRecord, Record, record_of, replay_record, result_of
from proof.times import second_of
from proof.transcript import read_record, write_record
from rules import KeyedChance, State, apply, catalogue, replay, ruleset
from rules.actions import Pass
from rules.chance import commitment, game_key
from rules.events import EVENTS, SeatEvent
from tests.properties.forgery.forger import remade
from tests.properties.forgery.recorded import Log, recorded

SEED = bytes(range(32))
SEAT_EVENTS = [name for name, shape in EVENTS.by_name.items() if issubclass(shape.cls, SeatEvent)]


def played(name: str, seats: int = 2) -> tuple[Record, list]:
    rules, whim, seeds = ruleset(name), random.Random(3), ("ada_1", *[""] * (seats - 1))
    chance = KeyedChance(game_key(SEED, "g-1", seeds))
    events, actions = list(rules.start(seats=seats, chance=chance, options={"first": "0"})), []
    state = replay(events)
    while state.to_act:
        action = whim.choice(list(rules.legal_actions(state, state.to_act[0])))
        made, state = rules.step(state, action, chance)
        events += made
        actions.append(action)
    last = rules.settle(state)
    for event in last:
        state = apply(state, event)
    record = Record(
        game="g-1",
        source="played",
        ruleset=rules.name,
        date="2026-11-17",
        players=("ada", *[f"p-{seat}" for seat in range(1, seats)]),
        stand_ins=("", "planner:7", *[""] * (seats - 2)),
        clock={"per_action": 3600, "vacation_days": 5},
        options={"first": "0"},
        client_seeds=seeds,
        commitment=commitment(SEED),
        seed=SEED.hex(),
        result=result_of(state),
        actions=tuple(actions),
    )
    return record, [*events, *last]


@pytest.mark.parametrize("name", [rules.name for rules in catalogue()])
def test_a_record_comes_back_and_plays_again_to_the_same_events(name):
    record, events = played(name, 3)

    again = read_record(write_record(record))

    assert again == record
    assert list(replay_record(again)) == events


def test_a_record_reads_like_a_score():
    record, _ = played("london")

    lines = write_record(record).splitlines()

    assert lines[0] == '[Game "g-1"]'
    assert lines[1] == '[Source "played"]'
    assert lines[3:6] == ['[Date "2026-11-17"]', '[Players "ada, p-1"]', '[StandIns ". planner:7"]']
    assert lines[6] == '[Clock "per_action=3600 vacation_days=5"]'
    assert lines[9] == '[ClientSeeds "ada_1 ."]'
    assert lines[13] == ""
    assert lines[14].startswith("1. 0: keep t")


def test_changes_of_player_stand_where_they_happened_and_are_skipped_by_a_reader():
    record, events = played("london")
    changes = ((0, "ada resigned; planner plays on."), (2, "p-1 ran out of time; planner decides."))
    text = write_record(replace(record, changes=changes))

    lines = text.split("\n")
    assert (lines[14], lines[17]) == tuple(f"; {said}" for _, said in changes)
    assert lines[15].startswith("1. ")
    assert list(replay_record(read_record(text))) == events


def test_remarks_and_the_score_sheet_are_for_people_and_skipped_by_a_reader():
    record, events = played("london")
    remarks = tuple(f"remark ; {number}" for number in range(len(record.actions)))
    text = write_record(replace(record, remarks=remarks, sheet=("ada: 3 points", "  CLAIM-4 routes: 3")))

    assert " ; remark ; 0\n" in text
    assert text.endswith("; Score sheet\n; ada: 3 points\n;   CLAIM-4 routes: 3\n")
    assert list(replay_record(read_record(text))) == events


def test_a_result_can_be_read_with_points_below_zero_and_shared_victories():
    state = State(scores=(-3, 12, 12))

    assert result_of(state) == "-3, 12, 12; not over"
    state.winners = (1,)
    assert result_of(state) == "-3, 12, 12; won by seat 1"
    state.winners = (1, 2)
    assert result_of(state) == "-3, 12, 12; won by seats 1, 2"


@pytest.mark.parametrize(
    "change",
    [
        lambda _: {"seed": bytes(32).hex()},
        lambda _: {"seed": "no"},
        lambda _: {"ruleset": "paris@1"},
        lambda _: {"result": "99, 0; won by seat 0"},
        lambda _: {"client_seeds": ("other", "")},
        lambda record: {"actions": record.actions[:-1]},
        lambda record: {"actions": (*record.actions, Pass(0))},
        lambda record: {"actions": (Pass(0), *record.actions)},
        lambda _: {"options": {"first": "7"}},
    ],
)
def test_a_record_that_cannot_have_been_played_so_is_refused(change):
    record, _ = played("london")

    with pytest.raises(NoRecord):
        replay_record(replace(record, **change(record)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[Game", "[Gane"),
        ('[Seats "2"]', '[Seats "3"]'),
        ('[StandIns ". planner:7"]', '[StandIns ". planner:7 planner:1"]'),
        ("per_action=3600", "per_action=long"),
        ('"g-1"]', '"g-1]'),
        ("\n1. ", "\n2. "),
        ("1. 0: keep", "1. 0: steal"),
        ("[Seed ", "Seed "),
    ],
)
def test_what_is_no_record_is_refused(old, new):
    text = write_record(played("london")[0])
    assert old in text

    with pytest.raises(NoRecord):
        read_record(text.replace(old, new))


def test_nothing_at_all_is_no_record():
    with pytest.raises(NoRecord):
        read_record("")


def test_the_record_of_a_test_table_says_so_and_plays_again_from_its_own_key():
    record, _ = played("london")
    test = replace(record, purpose="test")

    assert read_record(write_record(test)) == test
    with pytest.raises(NoRecord):
        replay_record(test)


def test_the_record_of_a_log_has_its_clock_the_time_of_every_move_and_every_stand_in():
    log = remade(recorded("clock"))

    lines = write_record(record_of(log, {0: "ada", 1: "bob", 2: "cyd"})).splitlines()

    deciders = [(entry["actor"], entry.get("by")) for entry in log if "actor" in entry]
    bob, cyd = deciders.count((1, "stand_in")), deciders.count((2, "stand_in"))
    assert f'[StandIns ". steady:{bob} steady:{cyd}"]' in lines
    assert '[Clock "per_action=3600 strikes=2 vacation_days=5"]' in lines
    moves = [line for line in lines if line[0:1].isdigit()]
    times = [entry["at"][:19].replace("T", " ") for entry in log if entry["type"] in SEAT_EVENTS]
    assert [line.partition(" ; ")[2][:19] for line in moves] == times
    assert f"; {second_of_first(log, 'seat_timed_out')} cyd ran out of time; steady decides." in lines
    assert read_record("\n".join(lines)).clock == log[0]["public"]["clock"]


def second_of_first(log: Log, kind: str) -> str:
    return second_of(next(entry["at"] for entry in log if entry["type"] == kind))
