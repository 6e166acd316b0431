"""Every event of the table decided again: who sat down, the start and the end, who was away, who decided.

Each is asked of `rules.table` once more, as `decisions` asks the rules for each action. Of the game the table
has to know only who is to act, which is public, so a log is checked while its secrets are hidden.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache
from typing import Any, Final

from proof.differences import difference
from proof.envelopes import Entry, wrong_with
from proof.faults import Fault, at
from proof.times import parsed_time
from rules.codec import read_fields, split
from rules.declare import Shape
from rules.events import EVENTS
from rules.refusals import filled
from rules.state import State
from rules.table.base import TABLE_EVENTS, Absence, NotDue, TableEvent, TableRefusal, decide
from rules.table.checks import TimeIsUp, check_in_time
from rules.table.fold import Fold, Folded, read_table_event
from rules.table.seats import SeatTaken
from rules.table.state import PLAYERS, Status

MILESTONES: Final = frozenset(("table_set", "scoring_began", "game_ended"))
TURNS: Final = MILESTONES | {"turn_began"}
DEPUTIES: Final = ("stand_in", "cover")
UNKNOWN: Final = "?"
SETTLED: Final = ("seat_scored", "game_ended")  # written together with the seed


class Walk:
    """One walk through a log for three checks, each of which has a first fault of its own."""

    def __init__(self, entries: Sequence[Entry], kinds: Collection[str], *, is_cut: bool = False) -> None:
        self._is_timed = False  # without a clock nobody asks when each decision began
        self.faults: dict[str, Fault] = {}
        self.decisions = self.absences = 0
        self.fold = Fold(Folded())
        self._due: list[TableEvent] = []  # what must come next
        self._makers: dict[int, str] = {}  # who decides for each seat
        self._latest = ""
        for place, entry in enumerate(entries, start=1):
            if not (why := wrong_with(entry) or self._backwards(entry["at"])):
                self._read(entry)
                continue
            self._note("table", place, why)
            with suppress(Exception):  # as far as it can be read at all
                self._read(entry)
        if not is_cut:
            self._end(len(entries), kinds)

    def _backwards(self, at: str) -> str:
        """What is wrong with the time of an entry, if it is before that of another one before it."""
        if at < self._latest:
            return f"it is dated {at}, before {self._latest} of an entry before it"
        self._latest = at
        return ""

    def _end(self, seq: int, kinds: Collection[str]) -> None:
        """What is written in one go is there as a whole: a log may end before it or after it."""
        if self._due:
            self._note(self._due[0].check, seq, cut_off(TABLE_EVENTS.shapes[type(self._due[0])].name))
        elif self.fold.table.status is Status.PLAYING and any(kind in kinds for kind in SETTLED):
            self._note("table", seq, cut_off("seed_revealed"))

    def _read(self, entry: Entry) -> None:
        if shape := TABLE_EVENTS.by_name.get(entry["type"]):
            self._seat(entry, shape)
        else:
            self._play(entry)

    def _note(self, check: str, seq: int, why: str) -> None:
        self.faults.setdefault(check, Fault(seq, why))

    # -- events of the game --------------------------------------------------------------------

    def _play(self, entry: Entry) -> None:
        kind, actor, status = entry["type"], entry.get("actor"), self.fold.table.status
        if self._due:
            self._meet(entry)
        if status is not Status.PLAYING:
            self._note("table", entry["seq"], f"{kind} cannot happen while the table is {status}")
        if actor is not None:
            self._check_maker(entry, self._makers.get(actor))
            if self._makers.get(actor) in DEPUTIES:
                self.fold.acted(actor)
                self._look_around()
            elif self._is_timed:
                self._check_in_time(entry, actor)
        elif "by" in entry:
            self._check_maker(entry, None)
        if self._is_timed or kind in MILESTONES:
            self._follow(entry, kind, actor)

    def _follow(self, entry: Entry, kind: str, actor: int | None) -> None:
        """Fold what may change who is to act, in play the turn alone; decisions change the clocks, too."""
        state = self.fold.state = self.fold.state or State()
        with suppress(Exception):  # what is wrong with the game itself is for others to say
            if is_turn := state.phase == "setup" or kind in TURNS:
                fields = {**_stopgaps(kind), **entry["public"], **entry.get("private", {})}
                read_fields(kind, entry["v"], fields).fold(state)
            if self._is_timed and (is_turn or actor is not None):
                self.fold.tick(actor, parsed_time(entry["at"]))

    def _check_in_time(self, entry: Entry, seat: int) -> None:
        with suppress(Exception):  # what is wrong with the game itself is for others to say
            folded = self.fold.folded(entry["seq"] - 1, "", None)
            try:
                check_in_time(folded, seat, folded.time(parsed_time(entry["at"])))
            except TimeIsUp as late:
                self._note("absences", entry["seq"], _said(late, entry))

    # -- events of the table -------------------------------------------------------------------

    def _seat(self, entry: Entry, shape: Shape) -> None:
        check = shape.cls.check
        self.absences += shape.name == "seat_returned" or issubclass(shape.cls, Absence)
        try:
            with at(entry["seq"]):
                event, now = read_table_event(shape, entry["public"]), parsed_time(entry["at"])
                self._check_player(entry, event)
                if (self._due and self._meet(entry)) or self._decide(event, entry, now):
                    self.fold.seat(event, now)
                    self._look_around()
        except Fault as fault:
            self.faults.setdefault(check, fault)

    def _decide(self, event: TableEvent, entry: Entry, now: datetime) -> bool:
        """Ask the table for it again. What must follow is remembered; what is refused is passed over."""
        chairs, seat = self.fold.table.chairs, entry["public"].get("seat", 0)
        if chairs and not 0 <= seat < len(chairs):
            raise Fault(entry["seq"], f"there is no seat {seat}")
        try:
            first, *self._due = decide(self.fold.folded(entry["seq"] - 1, "", now), event.asked(), now)
        except NotDue as wrong:
            raise Fault(entry["seq"], str(wrong)) from None
        except TableRefusal as refusal:
            self._note(refusal.check or event.check, entry["seq"], _said(refusal, entry))
            return False
        if why := _unlike(entry, first):
            raise Fault(entry["seq"], why)
        return True

    def _meet(self, entry: Entry) -> bool:
        """Whether the entry is what had to come next."""
        due = self._due.pop(0)
        if why := _unlike(entry, due):
            self._due = []
            self._note(due.check, entry["seq"], why)
        return not why

    # -- who decided ---------------------------------------------------------------------------

    def _look_around(self) -> None:
        self._is_timed = bool(self.fold.table.clock)
        self._makers = {seat: chair.maker for seat, chair in enumerate(self.fold.table.chairs) if chair.taken}

    def _check_player(self, entry: Entry, event: TableEvent) -> None:
        if isinstance(event, SeatTaken) and (player := entry["public"].get("player")) not in PLAYERS:
            self._note("makers", entry["seq"], difference("player", player, " or ".join(PLAYERS)))
        is_known = isinstance(event, SeatTaken) or event.actor in self._makers
        self._check_maker(entry, event.maker(self.fold.table) if is_known else None)

    def _check_maker(self, entry: Entry, due: str | None) -> None:
        """Who decides for each seat follows from the events of the table; `by` must say the same."""
        self.decisions += due is not None
        if entry.get("by") != due:
            self._note("makers", entry["seq"], difference("by", entry.get("by"), due))


def cut_off(due: str) -> str:
    return f"the log ends here where {due} is due"


@cache
def _stopgaps(kind: str) -> dict[str, Any]:
    """For what a reader may not know yet. Whose turn it is does not depend on it."""
    shape = EVENTS.by_name[kind]
    return {name: [UNKNOWN] if shape.kinds[name].is_listed else UNKNOWN for name in shape.hidden}


def _said(refusal: TableRefusal, entry: Entry) -> str:
    if not refusal.fault:
        return f"the table refuses this: {refusal}"
    return filled(refusal.fault, {"type": entry["type"], **entry["public"], **refusal.data})


def _unlike(entry: Entry, due: TableEvent) -> str:
    """How an entry differs from the event that must stand there, if it does."""
    shape, found = TABLE_EVENTS.shapes[type(due)], entry["public"]
    if entry["type"] != shape.name:
        return f"{entry['type']} stands where {shape.name} is due"
    public, _ = split(due, shape)
    if entry["v"] != due.v:
        return difference("v", entry["v"], due.v)
    if found == public:
        return ""
    name = next(name for name in {**public, **found} if found.get(name) != public.get(name))
    return difference(name, found.get(name), public.get(name))
