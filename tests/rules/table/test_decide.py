"""Whatever is asked of a table, in any order: an auditor finds allowed what it allowed, and nothing else."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proof.audit import audit, is_sound
from proof.table import Walk
from rules import catalogue
from rules.table.base import TABLE_EVENTS, NotDue, TableRefusal, Wish, decide
from rules.table.life import AdvanceClock, Close, RevealSeed, Start
from rules.table.more_time import BeginVacation, EndVacation, GiveTime, VacationBegan
from rules.table.pauses import AgreeToPause, AskToResume, DeclinePause, Pause, ProposePause, Resume
from rules.table.seats import ClearSeat, GiveSeed, HoldSeat, LeaveSeat, ReleaseSeat, SeatBot, TakeSeat
from rules.table.stand_ins import HandOver, Resign, Return, RunOut
from rules.table.state import PLAYERS
from tests.rules.table.written import ACCOUNT, SEED, STAND_IN, Written

SEATS = st.integers(0, 2)
DAYS = st.integers(0, 35)
CLIENT_SEEDS = st.none() | st.just("ada5")
OPEN = st.one_of(
    st.builds(TakeSeat, SEATS, st.just(ACCOUNT), CLIENT_SEEDS, st.sampled_from(PLAYERS), st.none() | SEATS),
    st.builds(GiveSeed, SEATS, st.just("5eed")),
    st.builds(SeatBot, SEATS, st.just("random")),
    *(st.builds(wish, SEATS) for wish in (LeaveSeat, ClearSeat, HoldSeat, ReleaseSeat)),
    st.builds(Start),
    st.builds(Close),
)
PLAYING = st.one_of(
    *(st.builds(wish, SEATS, st.just(STAND_IN)) for wish in (Resign, RunOut, HandOver)),
    *(st.builds(wish, SEATS) for wish in (Return, EndVacation, AgreeToPause, DeclinePause, AskToResume)),
    *(st.builds(wish, SEATS, DAYS) for wish in (BeginVacation, ProposePause)),
    st.builds(GiveTime, SEATS, SEATS, st.integers(0, 900_000)),
    st.builds(AdvanceClock, st.integers(1, 90_000)),
    st.builds(Pause, DAYS),
    st.builds(Resume),
    st.builds(RevealSeed, st.just(SEED.hex())),
)
CLOCKS: tuple[dict[str, int], ...] = (
    {},
    {"per_action": 86_400, "vacation_days": 5},
    {"bank": 90_000, "increment": 60, "vacation_days": 3, "strikes": 2},
)
Step = Wish | int  # a number: so many hours pass, and somebody acts
STEPS = st.lists(PLAYING | st.integers(1, 40), max_size=40)


def asked(table: Written, step: Step, whim: random.Random) -> None:
    if isinstance(step, int):
        table.pass_time(hours=step)
        table.act(whim)
        return
    before = table.folded
    try:
        table.ask(step)
    except (TableRefusal, NotDue):
        assert table.folded is before


@settings(max_examples=60, deadline=None)
@given(st.lists(OPEN | PLAYING, max_size=30))
def test_whatever_happens_before_the_start_is_allowed_again(steps):
    table = Written("london", 3)
    for step in steps:
        if not table.folded.has_started:
            asked(table, step, random.Random(1))

    assert is_sound(audit(table.entries, seed=SEED))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(CLOCKS), st.integers(0, 2), STEPS)
def test_whatever_happens_in_a_running_game_is_allowed_again(clock, bots, steps):
    table, whim = Written("london", 3, clock=clock).start(bots), random.Random(7)
    for step in steps:
        asked(table, step, whim)

    assert is_sound(audit(table.entries, seed=SEED))
    assert is_sound(audit(table.as_spectator()))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(CLOCKS[1:]), STEPS, st.data())
def test_an_event_that_the_table_did_not_decide_is_found(clock, steps, data):
    """A wish that is refused, written into the log all the same."""
    table, whim = Written("london", 3, clock=clock).start(1), random.Random(7)
    for step in steps:
        asked(table, step, whim)
    wish = data.draw(PLAYING)
    try:
        decide(table.folded, wish, table.now)
    except (TableRefusal, NotDue):
        event = wish.makes(*(getattr(wish, name) for name in TABLE_EVENTS.shapes[wish.makes].fields))
        table.forge(event)
        failed = [check.seq for check in audit(table.entries, seed=SEED) if check.result == "failed"]
        assert table.entries[-1]["seq"] in failed


@pytest.mark.parametrize("name", [rules.name for rules in catalogue()])
def test_who_is_to_act_can_be_followed_though_secrets_are_hidden(name):
    table, whim = Written(name, 3, clock={"per_action": 60}).start(), random.Random(3)
    for _ in range(60):
        table.act(whim)
        state = Walk(table.as_spectator(), ()).fold.state
        assert state is not None
        assert state.to_act == table.folded.to_act


def test_what_is_refused_is_passed_over_so_that_no_log_makes_its_auditor_remember_more_and_more():
    table = Written("london", 2, clock={"per_action": 60, "vacation_days": 1}).start()
    for _ in range(50):
        table.forge(VacationBegan(0, 30))

    walk = Walk(table.entries, ())

    assert walk.faults["absences"].why == "30 days of vacation, but seat 0 has 1"
    assert walk.fold.clocks.vacations == {}
