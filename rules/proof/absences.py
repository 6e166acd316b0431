"""Players who are away: no more vacation than the table has, and seats taken back only from stand-ins.

All of it follows from the table's own events and their times, so a log is checked while its secrets are
hidden. No seat may run out of time while its clock stands.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import Any, Final

from rules.chance import TEST
from rules.proof.log import Entry, Fault, Log, at
from rules.proof.table import TO_THE_END

MAX_TIMES: Final = 20  # how often a seat may do what costs no turn
DAY: Final = timedelta(days=1)


def check_absences(log: Log) -> str:
    """Hold each event against the table as it was before."""
    table, count = Absences(log), 0
    for entry in log.entries:
        with at(entry["seq"]):
            table.read_clock(entry)
            if check := CHECKS.get(entry["type"]):
                count += entry["type"] != "seat_timed_out"
                if why := check(table, entry["public"]):
                    raise Fault(entry["seq"], why)
            table.follow(entry)
    return f"{count} events of players who were away or came back"


class Absences:
    """Who is away, as far as the log has been read."""

    def __init__(self, log: Log) -> None:
        created = log.created
        self.vacation_days = created["clock"].get("vacation_days", 0)
        self.stand_ins_stay = created.get("stand_ins") == TO_THE_END
        self.is_test = created.get("purpose") == TEST
        self.opened = self.now = datetime.fromisoformat(log.entries[0]["at"])
        self.stand_ins: set[int] = set()
        self.used: Counter[int] = Counter()  # days of vacations that are over
        self.vacations: dict[int, tuple[datetime, datetime]] = {}  # the last one of each seat
        self.times: Counter[tuple[str, int]] = Counter()

    def read_clock(self, entry: Entry) -> None:
        """The clock of a test table moves only on request."""
        if not self.is_test:
            self.now = datetime.fromisoformat(entry["at"])
        elif entry["type"] == "clock_advanced":
            self.now += timedelta(seconds=entry["public"]["seconds"])

    # -- what is wrong with an event -----------------------------------------------------------

    def returns(self, said: Any) -> str:
        if said["seat"] not in self.stand_ins:
            return f"no stand-in plays seat {said['seat']}"
        if self.stand_ins_stay:
            return "stand-ins play to the end at this table"
        return self._too_often("seat_returned", said["seat"])

    def _too_often(self, kind: str, seat: int) -> str:
        self.times[kind, seat] += 1
        return f"more than {MAX_TIMES} times" if self.times[kind, seat] > MAX_TIMES else ""

    def begins_vacation(self, said: Any) -> str:
        seat, days = said["seat"], said["days"]
        if seat in self.stand_ins:
            return f"a stand-in plays seat {seat}"
        if self._is_away(seat):
            return f"seat {seat} is away already"
        left = self.vacation_days - self._used_by(seat)
        return "" if 1 <= days <= left else f"{days} days of vacation, but seat {seat} has {left}"

    def ends_vacation(self, said: Any) -> str:
        return "" if self._is_away(said["seat"]) else f"seat {said['seat']} is not away"

    def _is_away(self, seat: int) -> bool:
        return seat in self.vacations and self.now < self.vacations[seat][1]

    def _used_by(self, seat: int) -> int:
        return self.used[seat] + _days(self.vacations[seat]) if seat in self.vacations else 0

    def runs_out(self, said: Any) -> str:
        return f"the clock of seat {said['seat']} stood still" if self._is_away(said["seat"]) else ""

    # -- what follows from it ------------------------------------------------------------------

    def follow(self, entry: Entry) -> None:
        kind, said = entry["type"], entry["public"]
        seat = said.get("seat")
        if kind in ("seat_resigned", "seat_handed_over"):
            self.stand_ins.add(seat)
        elif kind == "seat_returned":
            self.stand_ins.discard(seat)
        elif kind == "vacation_began":
            self.used[seat] = self._used_by(seat)
            self.vacations[seat] = (self.now, self.now + said["days"] * DAY)
        elif kind == "vacation_ended":
            self.vacations[seat] = (self.vacations[seat][0], self.now)


def _days(vacation: tuple[datetime, datetime]) -> int:
    """A day that has begun counts as a whole one."""
    return max(1, -((vacation[0] - vacation[1]) // DAY))


CHECKS: Final = {
    "seat_returned": Absences.returns,
    "vacation_began": Absences.begins_vacation,
    "vacation_ended": Absences.ends_vacation,
    "seat_timed_out": Absences.runs_out,
}
