"""Every event of the table decided again: who sat down, the start and the end, who was away, who decided.

Each is asked of `rules.table` once more, as `decisions` asks the rules for each action. Of the game the table
has to know only who is to act, which is public, so a log is checked while its secrets are hidden.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from rules.codec import read_fields, split
from rules.declare import Shape
from rules.events import EVENTS
from rules.proof.differences import difference
from rules.proof.envelopes import Entry, wrong_with
from rules.proof.faults import Fault, at
from rules.state import State
from rules.table.base import TABLE_EVENTS, Absence, NotDue, TableEvent, TableRefusal, decide
from rules.table.fold import Fold, Folded, read_table_event
from rules.table.seats import SeatTaken
from rules.table.state import PLAYERS, Status
from rules.times import moment

MILESTONES: Final = frozenset(("table_set", "scoring_began", "game_ended"))
TURNS: Final = MILESTONES | {"turn_began"}
AWAY: Final = [name for name, shape in TABLE_EVENTS.by_name.items() if shape.cls.check == "absences"]
DEPUTIES: Final = ("stand_in", "cover")
UNKNOWN: Final = "?"


class Walk:
    """One walk through a log for three checks, each of which has a first fault of its own."""

    def __init__(self, entries: Sequence[Entry], kinds: Collection[str]) -> None:
        self._is_timed = any(kind in kinds for kind in AWAY)  # else nobody asks what the clocks show
        self.faults: dict[str, Fault] = {}
        self.decisions = self.absences = 0
        self.game = Fold(Folded())
        self._due: list[TableEvent] = []  # what must come next
        self._makers: dict[int, str] = {}  # who decides for each seat
        for place, entry in enumerate(entries, start=1):
            if not (why := wrong_with(entry)):
                self._read(entry)
                continue
            self._note("table", place, why)
            with suppress(Exception):  # as far as it can be read at all
                self._read(entry)

    def _read(self, entry: Entry) -> None:
        if shape := TABLE_EVENTS.by_name.get(entry["type"]):
            self._seat(entry, shape)
        else:
            self._play(entry)

    def _note(self, check: str, seq: int, why: str) -> None:
        self.faults.setdefault(check, Fault(seq, why))

    # -- events of the game --------------------------------------------------------------------

    def _play(self, entry: Entry) -> None:
        kind, actor, status = entry["type"], entry.get("actor"), self.game.table.status
        if self._due:
            self._meet(entry)
        if status is not Status.PLAYING:
            self._note("table", entry["seq"], f"{kind} cannot happen while the table is {status}")
        if actor is not None:
            self._check_maker(entry, self._makers.get(actor))
            if self._makers.get(actor) in DEPUTIES:
                self.game.acted(actor)
                self._look_around()
        elif "by" in entry:
            self._check_maker(entry, None)
        if self._is_timed or kind in MILESTONES:
            self._follow(entry, kind)

    def _follow(self, entry: Entry, kind: str) -> None:
        """Fold what may change who is to act: in play that is the turn alone."""
        state = self.game.state = self.game.state or State()
        with suppress(Exception):  # what is wrong with the game itself is for others to say
            if state.phase == "setup" or kind in TURNS:
                fields = {**_stopgaps(kind), **entry["public"], **entry.get("private", {})}
                read_fields(kind, entry["v"], fields).fold(state)
            if self._is_timed:
                self.game.tick(entry.get("actor"), moment(entry["at"]))

    # -- events of the table -------------------------------------------------------------------

    def _seat(self, entry: Entry, shape: Shape) -> None:
        check = shape.cls.check
        self.absences += shape.name == "seat_returned" or issubclass(shape.cls, Absence)
        try:
            with at(entry["seq"]):
                event, now = read_table_event(shape, entry["public"]), moment(entry["at"])
                self._check_player(entry, event)
                if (self._due and self._meet(entry)) or self._decide(event, entry, now):
                    self.game.seat(event, now)
                    self._look_around()
        except Fault as fault:
            self.faults.setdefault(check, fault)

    def _decide(self, event: TableEvent, entry: Entry, now: datetime) -> bool:
        """Ask the table for it again. What must follow is remembered; what is refused is passed over."""
        chairs, seat = self.game.table.chairs, entry["public"].get("seat", 0)
        if chairs and not 0 <= seat < len(chairs):
            raise Fault(entry["seq"], f"there is no seat {seat}")
        try:
            first, *self._due = decide(self.game.folded(entry["seq"] - 1, "", now), event.asked(), now)
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
        self._makers = {seat: chair.maker for seat, chair in enumerate(self.game.table.chairs) if chair.taken}

    def _check_player(self, entry: Entry, event: TableEvent) -> None:
        if isinstance(event, SeatTaken) and (player := entry["public"].get("player")) not in PLAYERS:
            self._note("makers", entry["seq"], difference("player", player, " or ".join(PLAYERS)))
        is_known = isinstance(event, SeatTaken) or event.actor in self._makers
        self._check_maker(entry, event.maker(self.game.table) if is_known else None)

    def _check_maker(self, entry: Entry, due: str | None) -> None:
        """Who decides for each seat follows from the events of the table; `by` must say the same."""
        self.decisions += due is not None
        if entry.get("by") != due:
            self._note("makers", entry["seq"], difference("by", entry.get("by"), due))


def _stopgaps(kind: str) -> dict[str, Any]:
    """For what a reader may not know yet. Whose turn it is does not depend on it."""
    shape = EVENTS.by_name[kind]
    return {name: [UNKNOWN] if shape.kinds[name].is_listed else UNKNOWN for name in shape.hidden}


def _said(refusal: TableRefusal, entry: Entry) -> str:
    if not refusal.fault:
        return f"the table refuses this: {refusal}"
    return refusal.fault.format(**{"type": entry["type"], **entry["public"], **refusal.data})


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
