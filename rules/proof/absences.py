"""Players who are away: whether each vacation, pause, gift of time and return was allowed by the table.

All of it follows from the table's own events and their times, so a log is checked while its secrets are
hidden. No seat may run out of time while its clock stands.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import Any, Final

from rules.chance import TEST
from rules.proof.differences import difference
from rules.proof.log import Entry, Fault, Log, at
from rules.proof.table import GETS_UP, TABLE_TYPES, seats_of
from rules.table.state import TO_THE_END
from rules.times import moment

MAX_TIMES: Final = 20  # how often a seat may do what costs no turn
MAX_PAUSE: Final = 30  # days
LEAST_GIFT, MAX_GIFT = 5, 7 * 86_400  # seconds
DAY: Final = timedelta(days=1)


def check_absences(log: Log) -> str:
    """Hold each event against the table as it was before."""
    table, count = Absences(log), 0
    for entry in log.entries:
        if entry["type"] not in TABLE_TYPES and not table.due:
            continue  # the game itself sends nobody away
        with at(entry["seq"]):
            table.read_clock(entry)
            if table.due not in ("", entry["type"]):
                raise Fault(entry["seq"], f"{entry['type']} stands where {table.due} is due")
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
        self.seats = range(seats_of(created))
        self.has_clock = bool(created["clock"])
        self.vacation_days = created["clock"].get("vacation_days", 0)
        self.stand_ins_stay = created.get("stand_ins") == TO_THE_END
        self.is_test = created.get("purpose") == TEST
        self.opened = self.now = moment(log.entries[0]["at"])
        self.players: set[int] = set()  # people and programs, away or not
        self.stand_ins: set[int] = set()
        self.proposal: tuple[int, set[int]] | None = None  # the days of a pause, and who has agreed
        self.paused_until = self.opened
        self.resuming: set[int] = set()
        self.due = ""  # what must come next
        self.used: Counter[int] = Counter()  # days of vacations that are over
        self.vacations: dict[int, tuple[datetime, datetime]] = {}  # the last one of each seat
        self.times: Counter[tuple[str, int]] = Counter()

    def read_clock(self, entry: Entry) -> None:
        """The clock of a test table moves only on request."""
        if not self.is_test:
            self.now = moment(entry["at"])
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
        if why := self._not_playing(seat):
            return why
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
        stands = self._is_away(said["seat"]) or self._is_paused()
        return f"the clock of seat {said['seat']} stood still" if stands else ""

    def _not_playing(self, seat: int) -> str:
        return f"a stand-in plays seat {seat}" if seat in self.stand_ins else ""

    def _is_paused(self) -> bool:
        return self.now < self.paused_until

    def _all_in(self, agreed: set[int]) -> bool:
        return self.players - self.stand_ins <= agreed

    def proposes(self, said: Any) -> str:
        seat, days = said["seat"], said["days"]
        if not self.has_clock:
            return "the table has no clock"
        if self._is_paused():
            return "the game is paused already"
        if self.proposal and not self._all_in(self.proposal[1]):
            return "a pause is proposed already"
        if not 1 <= days <= MAX_PAUSE:
            return f"a pause of {days} days, but {MAX_PAUSE} is the most"
        return self._not_playing(seat) or self._too_often("pause_proposed", seat)

    def agrees(self, said: Any) -> str:
        if self.proposal is None:
            return "no pause is proposed"
        if said["seat"] in self.proposal[1]:
            return f"seat {said['seat']} has agreed already"
        return self._not_playing(said["seat"])

    def declines(self, said: Any) -> str:
        return self._not_playing(said["seat"]) if self.proposal else "no pause is proposed"

    def pauses(self, said: Any) -> str:
        if self.proposal is None:
            return "no pause is proposed"
        if not self._all_in(self.proposal[1]):
            return "not everybody has agreed to the pause"
        days = self.proposal[0]
        return "" if said["days"] == days else difference("days", said["days"], days)

    def asks_to_resume(self, said: Any) -> str:
        if not self._is_paused():
            return "the game is not paused"
        if said["seat"] in self.resuming:
            return f"seat {said['seat']} has asked already"
        return self._not_playing(said["seat"])

    def resumes(self, _said: Any) -> str:
        if not self._is_paused():
            return "the game is not paused"
        return "" if self._all_in(self.resuming) else "not everybody has asked for the end of the pause"

    def gives(self, said: Any) -> str:
        receiver, seconds = said["receiver"], said["seconds"]
        if not self.has_clock or receiver not in self.players or receiver in self.stand_ins:
            return f"seat {receiver} has no clock"
        if receiver == said["seat"]:
            return f"seat {receiver} gave itself time"
        if not LEAST_GIFT <= seconds <= MAX_GIFT:
            return f"{seconds} seconds, but {LEAST_GIFT} to {MAX_GIFT} can be given"
        return self._not_playing(said["seat"]) or self._too_often("time_given", receiver)

    # -- what follows from it ------------------------------------------------------------------

    def follow(self, entry: Entry) -> None:
        kind, said = entry["type"], entry["public"]
        seat, self.due = said.get("seat"), ""
        if kind == "seat_taken":
            if seat not in self.seats:  # or a log could have as many as it likes
                raise ValueError(f"there is no seat {seat}")
            self.players.add(seat)
        elif kind in GETS_UP:
            self.players.discard(seat)
        elif kind in ("seat_resigned", "seat_handed_over"):
            self.stand_ins.add(seat)
        elif kind == "seat_returned":
            self.stand_ins.discard(seat)
        elif kind == "vacation_began":
            self.used[seat] = self._used_by(seat)
            self.vacations[seat] = (self.now, self.now + said["days"] * DAY)
        elif kind == "vacation_ended":
            self.vacations[seat] = (self.vacations[seat][0], self.now)
        elif kind in PAUSING:
            self._follow_pause(kind, seat, said)

    def _follow_pause(self, kind: str, seat: int, said: Any) -> None:
        if kind == "pause_proposed":
            self.proposal = (said["days"], {seat})
        elif kind == "pause_agreed" and self.proposal:
            self.proposal[1].add(seat)
        elif kind == "pause_declined":
            self.proposal = None
        elif kind == "game_paused":
            self.paused_until, self.proposal, self.resuming = self.now + said["days"] * DAY, None, set()
        elif kind == "resume_asked":
            self.paused_until = min(self.paused_until, self.now + DAY)
            self.resuming.add(seat)
            self.due = "game_resumed" if self._all_in(self.resuming) else ""
        elif kind == "game_resumed":
            self.paused_until, self.resuming = self.now, set()
        asks = kind in ("pause_proposed", "pause_agreed")
        if asks and self.proposal and self._all_in(self.proposal[1]):
            self.due = "game_paused"


PAUSING: Final = frozenset(
    ("pause_proposed", "pause_agreed", "pause_declined", "game_paused", "resume_asked", "game_resumed")
)


def _days(vacation: tuple[datetime, datetime]) -> int:
    """A day that has begun counts as a whole one."""
    return max(1, -((vacation[0] - vacation[1]) // DAY))


CHECKS: Final = {
    "seat_returned": Absences.returns,
    "vacation_began": Absences.begins_vacation,
    "vacation_ended": Absences.ends_vacation,
    "seat_timed_out": Absences.runs_out,
    "pause_proposed": Absences.proposes,
    "pause_agreed": Absences.agrees,
    "pause_declined": Absences.declines,
    "game_paused": Absences.pauses,
    "resume_asked": Absences.asks_to_resume,
    "game_resumed": Absences.resumes,
    "time_given": Absences.gives,
}
