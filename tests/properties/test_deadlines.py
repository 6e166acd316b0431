"""A time-out at the deadline holds and one a microsecond before it does not, for both verifiers."""

from __future__ import annotations

import json
import random
from datetime import timedelta

import pytest

from proof.audit import audit, is_sound
from rules.table.base import NotDue, TableRefusal, Wish
from rules.table.more_time import BeginVacation, EndVacation, GiveTime
from rules.table.pauses import AgreeToPause, AskToResume, ProposePause
from rules.table.stand_ins import Resign, Return, RunOut, SeatTimedOut
from tests.clients.javascript.runtimes import CLIENT, DENO, deno, ran
from tests.properties.forgery.forger import export_of
from tests.rules.table.written import STAND_IN, Written

CLOCKS = (
    {"per_action": 86_400, "vacation_days": 5, "strikes": 20},
    {"bank": 90_000, "increment": 60, "vacation_days": 3, "strikes": 20},
)
WALKS = 60
BEFORE = timedelta(microseconds=1)


def walked(number: int) -> Written:
    """A table at which anything was asked for; the same number, the same table."""
    whim = random.Random(number)
    name = ("london", "world")[number // 2 % 2]
    table = Written(name, 3, clock=CLOCKS[number % 2]).start(bots=number % 3 // 2)
    for _ in range(whim.randint(5, 40)):
        table.pass_time(minutes=whim.randint(0, 900))
        try:
            table.ask(whim.choice(wishes(whim)))
        except (TableRefusal, NotDue):
            table.act(whim)
    return table


def wishes(whim: random.Random) -> tuple[Wish, ...]:
    seat, other = whim.sample(range(3), 2)
    return (
        *(BeginVacation(seat, whim.randint(1, 2)), EndVacation(seat), ProposePause(seat, 2)),
        *(AgreeToPause(seat), AgreeToPause(other), AskToResume(seat), Return(seat)),
        *(GiveTime(seat, other, 3600), RunOut(seat, STAND_IN), RunOut(other, STAND_IN)),
        *((Resign(seat, STAND_IN),) if whim.random() < 0.1 else ()),
    )


def timed_out(number: int) -> tuple[Written, Written] | None:
    """The table with a time-out when it is due, and with one a moment before."""
    in_time, early = walked(number), walked(number)
    deadlines = {seat: in_time.folded.deadline(seat) for seat in in_time.folded.people_to_act}
    ahead = {seat: due for seat, due in deadlines.items() if due and due > in_time.now}
    if not ahead:
        return None
    seat, due = min(ahead.items())
    in_time.now, early.now = due, due - BEFORE
    in_time.ask(RunOut(seat, STAND_IN))
    early.forge(SeatTimedOut(seat, STAND_IN))
    return in_time, early


@pytest.fixture(scope="module")
def pairs() -> list[tuple[Written, Written]]:
    return [pair for pair in map(timed_out, range(WALKS)) if pair]


def test_a_time_out_may_come_at_its_deadline_and_not_before(pairs):
    assert len(pairs) > WALKS / 3
    for in_time, early in pairs:
        assert is_sound(audit(in_time.as_spectator()))
        assert [check.name for check in audit(early.as_spectator()) if check.result == "failed"] == [
            "absences"
        ]


@deno
def test_the_second_verifier_has_the_same_deadlines(pairs, tmp_path):
    texts = {f"{place}": export_of(in_time.as_spectator()) for place, (in_time, _) in enumerate(pairs)}
    texts |= {f"{place} early": export_of(early.as_spectator()) for place, (_, early) in enumerate(pairs)}
    (tmp_path / "logs.json").write_text(json.dumps(texts))

    judging = CLIENT.parent.parent / "tests/clients/javascript/programs/judging.mjs"
    done = ran(DENO, "run", "--quiet", "--no-check", "--allow-read", judging, tmp_path / "logs.json")

    assert json.loads(done.stdout) == [str(place) for place in range(len(pairs))]
