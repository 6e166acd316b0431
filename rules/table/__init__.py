"""The table around a game, as a ruleset of its own: seats, start, clocks, players who are away, stand-ins.

A *wish* is what somebody asks of a table (`TakeSeat`, `Start`, `GiveTime`, `RunOut`); `decide(at, wish, now)`
returns the events that follow, or raises a refusal. `at` is a log folded so far (`Folded`), in which the
game is a black box that only says who is to act. Time comes in as an argument. The server finds people and
rows and asks for them; an auditor takes the wish of each event of a log and decides it again.

`state`, `clock` and `spans` say what is true; `base` how events, wishes and refusals are declared;
`fold` folds a log; `checks` has what several wishes share. Each of the other files is about one subject, with
its refusals, its events and its wishes.
"""

from typing import Final

from rules.table.base import TABLE_EVENTS

# All of them, so that every event is known; in the order of the reference.
from rules.table import life, seats, keys, stand_ins, more_time, pauses  # noqa: F401  # isort: skip

# What people are told of in records and reports: who plays from when on, and who is away.
TOLD: Final = {
    name: shape.cls.sentence for name, shape in TABLE_EVENTS.by_name.items() if shape.cls.check == "absences"
}
