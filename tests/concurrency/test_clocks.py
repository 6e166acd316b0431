"""Moves that come when the grace after a deadline ends, and the sweep at the same moment."""

import json
from datetime import datetime
from typing import Any

from games.log import store
from games.moves.clock import game_time_out
from proof.audit import is_sound
from proof.verify import verify
from rules.table.clock import GRACE
from tests.clients.javascript.runtimes import DENO, PROGRAMS, deno, ran
from tests.concurrency.races import check_log, race
from tests.concurrency.test_actions import DRAW
from tests.support.callers import Caller, Table, chosen
from tests.support.clock import moved_clock

ROUNDS = 6


def due(caller: Caller, path: Table) -> datetime:
    return store.parsed_time(caller.seen(path)["deadline"])


@deno
def test_a_move_and_a_sweep_as_the_grace_ends_come_to_one_of_both(people, tmp_path):
    """Either is legal at that moment, to the microsecond, and both verifiers take either log."""
    ada, bob, *_ = people
    paths = [chosen(ada, bob, clock={"per_action": 86_400}) for _ in range(ROUNDS)]
    for path in paths:
        moved, timed_out = race_at(due(ada, path) + GRACE, ada, path)
        assert (moved.status_code, timed_out) in ((201, 0), (409, 1))
        check_log(path)

    logs = {path: ada.get(f"{path}/export").content.decode() for path in paths}
    assert all(is_sound(verify(text.splitlines())) for text in logs.values())
    (tmp_path / "logs.json").write_text(json.dumps(logs))
    judging = (PROGRAMS / "judging.mjs", tmp_path / "logs.json")
    done = ran(DENO, "run", "--quiet", "--no-check", "--allow-read", *judging)
    assert json.loads(done.stdout) == paths


def race_at(moment: datetime, caller: Caller, path: Table) -> list[Any]:
    with moved_clock() as clock:
        clock.stop()
        clock.put(moment)
        return race(lambda: caller.post(f"{path}/actions", DRAW), lambda: game_time_out(path.id))
