"""When the grace after a deadline ends, to the microsecond, for both verifiers.

Until then a decision holds and a time-out does not; from then on a time-out holds and a decision does not.
"""

from __future__ import annotations

import json
import random
from datetime import timedelta

import pytest

from proof.audit import audit, is_sound
from rules.table.base import NotDue, TableRefusal, Wish
from rules.table.clock import GRACE
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
MICROSECOND = timedelta(microseconds=1)


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


def decided(table: Written, seat: int) -> None:
    state = table.folded.state
    assert state is not None
    table.carry_out(next(iter(table.rules.legal_actions(state, seat))))


def at_the_end_of_the_grace(number: int) -> dict[str, Written]:
    """The table with a decision in time and one too late, with a time-out in time and one too early."""
    table = walked(number)
    deadlines = {seat: table.folded.deadline(seat) for seat in table.folded.people_to_act}
    ahead = {seat: due for seat, due in deadlines.items() if due and due > table.now}
    if not ahead:
        return {}
    seat, due = min(ahead.items())
    found = {kind: walked(number) for kind in ("decided", "decided late", "timed out", "timed out early")}
    for kind, one in found.items():
        one.now = due + GRACE
        one.now += MICROSECOND if kind == "decided late" else timedelta()
        one.now -= MICROSECOND if kind == "timed out early" else timedelta()
    decided(found["decided"], seat)
    decided(found["decided late"], seat)
    found["timed out"].ask(RunOut(seat, STAND_IN))
    found["timed out early"].forge(SeatTimedOut(seat, STAND_IN))
    return found


FOUND = [logs for logs in map(at_the_end_of_the_grace, range(WALKS)) if logs]


@pytest.mark.parametrize("kind", ["decided", "timed out"])
def test_at_the_end_of_the_grace_both_hold(kind):
    assert len(FOUND) > WALKS / 3
    for logs in FOUND:
        assert is_sound(audit(logs[kind].as_spectator()))


@pytest.mark.parametrize("kind", ["decided late", "timed out early"])
def test_a_microsecond_further_it_does_not(kind):
    for logs in FOUND:
        failed = [check for check in audit(logs[kind].as_spectator()) if check.result == "failed"]
        assert [check.name for check in failed] == ["absences"]


@deno
def test_the_second_verifier_has_the_same_deadlines(tmp_path):
    texts = {
        f"{place} {kind}": export_of(table.as_spectator())
        for place, logs in enumerate(FOUND)
        for kind, table in logs.items()
    }
    (tmp_path / "logs.json").write_text(json.dumps(texts))

    judging = CLIENT.parent.parent / "tests/clients/javascript/programs/judging.mjs"
    done = ran(DENO, "run", "--quiet", "--no-check", "--allow-read", judging, tmp_path / "logs.json")

    assert json.loads(done.stdout) == [name for name in texts if name.endswith(("decided", "timed out"))]
