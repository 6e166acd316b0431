"""Time: nobody decides too late, and nobody is timed out too early."""

from datetime import datetime, timedelta

from tests.proof.third.formulas import demand, moment
from tests.proof.third.makers import Seats, is_of_table

GRACE = timedelta(seconds=2)
STRIKES = 3
ASKS = ("vacation_", "pause_", "resume_asked", "time_given")
PLAYERS = ("person", "program")


def check_clocks(log):
    clocks = Clocks(
        log.created["clock"], moment(log.entries[0]["at"]), is_test=log.created.get("purpose") == "test"
    )
    due = None
    for entry in log.entries:
        demand(due in (None, entry["type"]), f"{entry['seq']}: {due} is due")
        clocks.read(entry)
        clocks.check(entry)
        due = clocks.follow(entry)
    demand(due is None, f"the log ends where {due} is due")


class Clocks:
    def __init__(self, clock, opened, *, is_test=False):
        self.clock, self.now, self.is_test = clock, opened, is_test
        self.seats, self.since, self.banks, self.given, self.strikes = Seats(), {}, {}, {}, {}
        self.vacations, self.pauses = {}, []
        self.picks_fleet, self.with_fleet = False, set()

    def read(self, entry):
        if not self.is_test:
            self.now = moment(entry["at"])
        elif entry["type"] == "clock_advanced":
            self.now += timedelta(seconds=entry["public"]["seconds"])

    # -- what is left ------------------------------------------------------------------------------

    def standing(self, seat):
        """The spans in which the clock of a seat stands, in order and without overlaps."""
        found: list[list[datetime]] = []
        for start, end in sorted([*self.vacations.get(seat, []), *self.pauses]):
            if found and start <= found[-1][1]:
                found[-1][1] = max(found[-1][1], end)
            else:
                found.append([start, end])
        return found

    def bank(self, seat):
        return self.banks.get(seat, timedelta(seconds=self.clock["bank"]))

    def last(self, seat):
        allowed = self.bank(seat) if "bank" in self.clock else timedelta(seconds=self.clock["per_action"])
        last = self.since[seat] + allowed + self.given.get(seat, timedelta()) + GRACE
        for start, end in self.standing(seat):
            begun = max(start, self.since[seat])
            if begun < min(end, last):
                last += end - begun
        return last

    def spent(self, seat):
        since = self.since[seat]
        stood = (min(end, self.now) - max(start, since) for start, end in self.standing(seat))
        return self.now - since - sum((time for time in stood if time > timedelta()), timedelta())

    # -- what is wrong -----------------------------------------------------------------------------

    def runs(self, seat):
        return bool(self.clock) and seat in self.since and self.seats.who(seat) in PLAYERS

    def is_out(self, seat):
        """Whether it can be timed out."""
        return self.runs(seat) and self.last(seat) <= self.now

    def check(self, entry):
        kind, seat = entry["type"], entry["public"].get("seat")
        if kind == "seat_timed_out":
            demand(self.is_out(seat), f"{entry['seq']}: seat {seat} had not run out of time")
        elif "actor" in entry and (kind.startswith(ASKS) or not is_of_table(kind)):
            is_late = self.runs(seat) and self.now > self.last(seat)
            demand(not is_late, f"{entry['seq']}: the time of seat {seat} was up")
        if kind == "time_given":
            receiver = entry["public"]["receiver"]
            is_open = self.runs(receiver) and not self.is_out(receiver)
            demand(is_open, f"{entry['seq']}: the clock of seat {receiver} does not run")
        if kind == "pause_agreed":
            demand(not [*filter(self.is_out, self.since)], f"{entry['seq']}: a seat had run out of time")

    # -- what an entry changes ---------------------------------------------------------------------

    def follow(self, entry):
        """Returns what must follow next, if something must."""
        kind, public, seat = entry["type"], entry["public"], entry["public"].get("seat")
        self.seats.follow(entry)
        if kind == "seat_timed_out":
            self.strikes[seat] = self.strikes.get(seat, 0) + 1
            return "seat_handed_over" if self.strikes[seat] >= self.clock.get("strikes", STRIKES) else None
        if not self.clock:
            return None
        if is_of_table(kind):
            self.wind(kind, public, seat)
        else:
            self.decided(entry)
        return None

    def wind(self, kind, public, seat):
        days = timedelta(days=public.get("days", 0))
        if kind == "time_given":
            self.give(public["receiver"], timedelta(seconds=public["seconds"]))
        elif kind == "seat_returned":
            self.begin_anew(seat)
        elif kind == "vacation_began":
            self.vacations.setdefault(seat, []).append([self.now, self.now + days])
        elif kind == "vacation_ended":
            self.end(self.vacations[seat], self.now)
        elif kind == "game_paused":
            self.pauses.append([self.now, self.now + days])
        elif kind in ("resume_asked", "game_resumed"):
            self.end(self.pauses, self.now + timedelta(days=kind == "resume_asked"))

    def end(self, spans, at):
        spans[-1][1] = min(spans[-1][1], at)

    def give(self, seat, time):
        if "bank" in self.clock:
            self.banks[seat] = self.bank(seat) + time
        else:
            self.given[seat] = self.given.get(seat, timedelta()) + time

    def begin_anew(self, seat):
        self.given.pop(seat, None)
        if "bank" in self.clock:
            spent = self.spent(seat) if seat in self.since else timedelta()
            least = timedelta(seconds=self.clock["bank"]) / 10
            self.banks[seat] = max(self.bank(seat) - spent, least)
        if seat in self.since:
            self.since[seat] = self.now

    def decided(self, entry):
        seat = entry.get("actor")
        if seat in self.since and "bank" in self.clock:
            left = max(self.bank(seat) - self.spent(seat), timedelta())
            self.banks[seat] = left + timedelta(seconds=self.clock.get("increment", 0))
        self.given.pop(seat, None)
        if seat in self.since:
            self.since[seat] = self.now
        self.wait(entry["type"], entry["public"])

    def wait(self, kind, public):
        """Whom the table waits for from here on."""
        seat = public.get("seat")
        if kind == "table_set":
            self.picks_fleet = bool(public["box"]) and not public["pieces"]
        elif kind == "fleet_revealed":
            self.with_fleet.add(seat)
        elif kind == "tickets_dealt" or (kind == "starting_tickets_kept" and self.fleet_is_due(seat)):
            self.since.setdefault(seat, self.now)
        elif kind in ("tickets_chosen", "fleet_chosen"):
            self.since.pop(seat, None)
        elif kind == "turn_began":
            self.since = {seat: self.since.get(seat, self.now)}
        elif kind == "scoring_began":
            self.since = {}

    def fleet_is_due(self, seat):
        return self.picks_fleet and seat not in self.with_fleet
