"""Who decided: it follows from the events of the table."""

from tests.proof.third.formulas import demand

TAKEN_OVER = ("seat_resigned", "seat_handed_over")
TABLE = (
    "game_",
    "seat_",
    "bot_seated",
    "seed_",
    "key_changed",
    "clock_advanced",
    "vacation_",
    "time_given",
    "pause_",
    "resume_",
)
GAME = ("game_ended", "seat_scored")


def is_of_table(kind):
    return kind.startswith(TABLE) and kind not in GAME


def check_makers(log):
    for entry, by in zip(log.entries, makers(log.entries), strict=True):
        demand(entry.get("by") == by, f"{entry['seq']}: by {entry.get('by')} where {by} is due")


def makers(entries):
    """The label of each entry; None where there is no actor."""
    seats = Seats()
    for entry in entries:
        yield seats.label(entry)
        seats.follow(entry)


class Seats:
    def __init__(self):
        self.players, self.covers, self.stand_ins = {}, set(), set()

    def who(self, seat):
        if seat in self.stand_ins or seat in self.covers:
            return "stand_in" if seat in self.stand_ins else "cover"
        return self.players.get(seat)

    def label(self, entry):
        kind, seat = entry["type"], entry.get("actor")
        if kind == "seat_taken":
            demand(entry["public"]["player"] in ("person", "program"), "a seat is a person's or a program's")
            return entry["public"]["player"]
        return self.players.get(seat) if kind == "seat_returned" else self.who(seat)

    def follow(self, entry):
        kind, public, seat = entry["type"], entry["public"], entry["public"].get("seat")
        if kind in ("seat_taken", "bot_seated"):
            self.players[seat] = public.get("player", "bot")
        elif kind == "seat_timed_out":
            self.covers.add(seat)
        elif kind in TAKEN_OVER:
            self.stand_ins.add(seat)
        elif kind == "seat_returned":
            self.covers.discard(seat)
            self.stand_ins.discard(seat)
        elif "actor" in entry and not is_of_table(kind):
            self.covers.discard(seat)
