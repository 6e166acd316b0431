"""What every entry of a log must look like, whatever happened: its time, its actor, its seal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from proof.times import parsed_time
from rules.events import EVENTS, SeatEvent
from rules.memo import Memo
from rules.table.base import TABLE_EVENTS, BySeat

Entry = Mapping[str, Any]

HASH: Final = re.compile(r"[0-9a-f]{64}")


def wrong_with(entry: Entry) -> str:
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
        shown, hidden, is_by_seat = set(shape.shown), set(shape.hidden), issubclass(shape.cls, SeatEvent)
        if is_by_seat and shape.chosen_secretly:
            hidden.add("signature")
        return Form(shape.cls.v, frozenset(shown), frozenset(hidden), is_by_seat, bool(shape.private))
    shape = TABLE_EVENTS.by_name.get(kind)
    return Form(is_by_seat=issubclass(shape.cls, BySeat)) if shape else None


FORMS: Final = Memo(_form, most=200)


def _envelope(entry: Entry) -> str:
    form = FORMS[entry["type"]]
    if form is None:
        return f"there is no event {entry['type']}"
    parsed_time(entry["at"])
    public, private = entry["public"], entry.get("private", {})
    if not is_plain([entry["seq"], entry["v"], entry.get("actor", 0), *public.values(), *private.values()]):
        return "a log holds texts and whole numbers only"
    is_declared = form.shown.issuperset(public) and form.hidden.issuperset(private)
    if entry["v"] == form.v and not is_declared:
        return "a member that this event does not have"
    actor = public["seat"] if form.is_by_seat else None
    if entry.get("actor") != actor or (form.is_by_seat and type(actor) is not int):
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
