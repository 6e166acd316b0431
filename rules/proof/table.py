"""What must be true of a log besides its game: who sat down, the start, the end, and every envelope.

The table's own events are folded elsewhere; an auditor needs only their names and their order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.chance import TEST
from rules.events import EVENTS, Deed
from rules.memo import Memo
from rules.table.state import MAX_SEATS
from rules.times import moment

Entry = Mapping[str, Any]

SITS_DOWN: Final = ("seat_taken", "bot_seated")
GETS_UP: Final = ("seat_left", "seat_cleared")
SEATING: Final = frozenset((*SITS_DOWN, *GETS_UP))
HOLDS: Final = ("seat_held", "seat_released")  # for an invited player; a bot is never one
WHILE_OPEN: Final = (*SEATING, *HOLDS, "game_closed", "game_started")
AT_TEST_TABLES: Final = ("clock_advanced",)
WHILE_PLAYING: Final = (
    *("seat_resigned", "seat_timed_out", "seat_handed_over", "seat_returned", "seed_revealed"),
    *("vacation_began", "vacation_ended", "time_given"),
    *("pause_proposed", "pause_agreed", "pause_declined", "game_paused", "resume_asked", "game_resumed"),
    *AT_TEST_TABLES,
)
BY_SEAT: Final = (  # done by the seat they name
    *("seat_taken", "seat_left", "seat_resigned", "seat_returned", "vacation_began", "vacation_ended"),
    *("pause_proposed", "pause_agreed", "pause_declined", "resume_asked", "time_given"),
)
TABLE_TYPES: Final = frozenset(("game_created", *WHILE_OPEN, *WHILE_PLAYING))
HASH: Final = re.compile(r"[0-9a-f]{64}")

Wrong = Callable[[int, str], Exception]


def seats_of(created: Mapping[str, Any]) -> int:
    """How many seats the table has; a number nobody could sit at is refused before it is used."""
    seats = created["seats"]
    if type(seats) is not int or not 1 <= seats <= MAX_SEATS:
        raise ValueError("no table has this number of seats")
    return seats


def walk(entries: Sequence[Entry], seats: int, wrong: Wrong) -> str:
    """Follow the table from its opening to where the log ends; raises `wrong(seq, why)` where it cannot."""
    status, chairs, before, purpose = "new", ["free"] * seats, "", None
    for place, entry in enumerate(entries, start=1):
        if why := _wrong_with(entry):
            raise wrong(place, why)
        kind = entry["type"]
        if not _fits(status, kind, before):
            raise wrong(entry["seq"], f"{kind} cannot happen while the table is {status}")
        if kind == "game_created":
            purpose = entry["public"].get("purpose")
        if kind in TABLE_TYPES and (why := _wrong_with_table(entry, purpose, chairs)):
            raise wrong(entry["seq"], why)
        status, before = AFTER.get(kind, status), kind
    return status


def _wrong_with_table(entry: Entry, purpose: str | None, seats: list[str]) -> str:
    """What is wrong with an event of the table itself. Notes who has sat down or got up."""
    kind = entry["type"]
    if purpose not in (None, TEST):
        return f"no table has the purpose {purpose}"
    if kind in AT_TEST_TABLES and not purpose:
        return f"{kind} can happen at test tables only"
    if kind == "game_started" and set(seats) != {"taken"}:
        return "not every seat is taken"
    return _change_seat(kind, entry["public"]["seat"], seats) if kind in CHANGES else ""


# What each of these events may find a seat to be, and what it is then.
CHANGES: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "seat_taken": (("free", "held"), "taken"),
    "bot_seated": (("free",), "taken"),
    **dict.fromkeys(GETS_UP, (("taken",), "free")),
    "seat_held": (("free",), "held"),
    "seat_released": (("held",), "free"),
}


def _change_seat(kind: str, seat: int, seats: list[str]) -> str:
    if not 0 <= seat < len(seats):
        return f"there is no seat {seat}"
    possible, then = CHANGES[kind]
    if seats[seat] not in possible:
        return f"seat {seat} is {seats[seat]}, so {kind} cannot happen"
    seats[seat] = then
    return ""


AFTER: Final = {
    "game_created": "open",
    "game_closed": "closed",
    "game_started": "playing",
    "seed_revealed": "finished",
}


def _fits(status: str, kind: str, before: str) -> bool:
    if status == "playing":
        if kind == "seed_revealed":
            return before == "game_ended"
        return kind in EVENTS.by_name or kind in WHILE_PLAYING
    return kind in WHILE_OPEN if status == "open" else (status, kind) == ("new", "game_created")


def _wrong_with(entry: Entry) -> str:
    """What is wrong with an entry; nothing, if nothing is."""
    try:
        return _envelope(entry)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return "this is not what an entry looks like"


def is_plain(value: Any) -> bool:
    """Texts and whole numbers, in lists and objects: true is not 1, and 1.0 is not 1 either."""
    kind = type(value)
    if kind is not dict and kind is not list:
        return kind is str or kind is int
    for part in value.values() if kind is dict else value:
        kind = type(part)
        if kind is not str and kind is not int and not is_plain(part):
            return False
    return True


def _is_moment(text: str) -> bool:
    try:
        return bool(moment(text))
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Form:
    """What an entry of one type must look like, as far as the rules declare it."""

    v: int | None = None  # the version that is declared
    shown: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    is_by_seat: bool = False  # done by the seat that it names
    is_to_seat: bool = False  # sealed to the seat that it names


def _form(kind: str) -> Form | None:
    if shape := EVENTS.by_name.get(kind):
        shown, hidden = frozenset(shape.shown), frozenset(shape.hidden)
        return Form(shape.cls.v, shown, hidden, issubclass(shape.cls, Deed), bool(shape.private))
    return Form(is_by_seat=kind in BY_SEAT) if kind in TABLE_TYPES else None


FORMS: Final = Memo(_form, most=200)


def _envelope(entry: Entry) -> str:
    form = FORMS[entry["type"]]
    if form is None:
        return f"there is no event {entry['type']}"
    if not _is_moment(entry["at"]):
        return "at is not a time to the microsecond in UTC"
    public, private = entry["public"], entry.get("private", {})
    if not is_plain([entry["seq"], entry["v"], entry.get("actor", 0), *public.values(), *private.values()]):
        return "a log holds texts and whole numbers only"
    is_declared = form.shown.issuperset(public) and form.hidden.issuperset(private)
    if entry["v"] == form.v and not is_declared:
        return "a member that this event does not have"
    if entry.get("actor") != (public["seat"] if form.is_by_seat else None):
        return "the actor is not who did it"
    return _seal(entry, form)


def _seal(entry: Entry, form: Form) -> str:
    sealed = entry.get("sealed")
    if bool(sealed) != bool(form.hidden):
        return "a seal where nothing is hidden" if sealed else "what is hidden is not sealed"
    if not sealed:
        return "a hidden part without a seal" if "private" in entry else ""
    if not sealed.keys() <= {"commit", "to"} or not HASH.fullmatch(sealed["commit"]):
        return "this is not a seal"
    to = entry["public"]["seat"] if form.is_to_seat else None
    return "" if sealed.get("to") == to else "sealed to the wrong seat"
