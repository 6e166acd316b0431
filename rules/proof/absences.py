"""Players who are away: whether each took back a seat that a stand-in had, where the table allows it.

All of it follows from the table's own events, so a log is checked while its secrets are hidden.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from rules.proof.log import Entry, Fault, Log, at
from rules.proof.table import TO_THE_END

MAX_TIMES: Final = 20  # how often a seat may do what costs no turn


def check_absences(log: Log) -> str:
    """Hold each event against the table as it was before."""
    table = Absences(log)
    for entry in log.entries:
        with at(entry["seq"]):
            if why := table.wrong_with(entry):
                raise Fault(entry["seq"], why)
            table.follow(entry)
    return f"{table.count} events of players who were away or came back"


class Absences:
    """Who is away, as far as the log has been read."""

    def __init__(self, log: Log) -> None:
        self.stand_ins_stay = log.created.get("stand_ins") == TO_THE_END
        self.stand_ins: set[int] = set()
        self.times: Counter[tuple[str, int]] = Counter()
        self.count = 0

    def wrong_with(self, entry: Entry) -> str:
        check = CHECKS.get(entry["type"])
        if check is None:
            return ""
        self.count += 1
        return check(self, entry)

    def returns(self, entry: Entry) -> str:
        seat = entry["public"]["seat"]
        if seat not in self.stand_ins:
            return f"no stand-in plays seat {seat}"
        if self.stand_ins_stay:
            return "stand-ins play to the end at this table"
        return self._too_often(entry["type"], seat)

    def _too_often(self, kind: str, seat: int) -> str:
        self.times[kind, seat] += 1
        return f"more than {MAX_TIMES} times" if self.times[kind, seat] > MAX_TIMES else ""

    def follow(self, entry: Entry) -> None:
        kind, seat = entry["type"], entry["public"].get("seat")
        if kind in ("seat_resigned", "seat_handed_over"):
            self.stand_ins.add(seat)
        elif kind == "seat_returned":
            self.stand_ins.discard(seat)


CHECKS: Final = {"seat_returned": Absences.returns}
