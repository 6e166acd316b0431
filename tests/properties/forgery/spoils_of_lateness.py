"""Decisions and wishes that come a microsecond after the grace, whatever the clock has been through."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from proof.table import Walk
from rules.events import EVENTS
from rules.table.clock import GRACE, timestamp
from rules.table.fold import Folded
from rules.table.state import PLAYERS
from tests.properties.forgery.forger import Absent, Spoil, places, remade, table_entry
from tests.properties.forgery.recorded import Log
from tests.rules.table.written import STAND_IN

Before = Callable[[Log, int, int], None]  # adds entries at the place where this seat decides
MICROSECOND: Final = timedelta(microseconds=1)


def decided(*before: Before, bank: bool | None = None, by: timedelta = MICROSECOND) -> Spoil:
    """A player decides when the grace is over by so much. The log ends there."""

    def spoil(log: Log) -> None:
        if bank is not None and bank is not ("bank" in log[0]["public"]["clock"]):
            raise Absent
        at, seat = cut_after_a_turn(log)
        rest = len(log) - at
        for add in before:
            add(log, len(log) - rest, seat)
        at = len(log) - rest
        postpone(log, at, due(log, at, seat) + GRACE + by)

    return spoil


def asked(kind: str, **public: Any) -> Spoil:
    """A player who is to decide asks for something else when the grace is over, and decides then."""

    def spoil(log: Log) -> None:
        at, seat = cut_after_a_turn(log)
        made = by_seat(log, kind, at, seat, **public)
        postpone(log, at, due(log, at, seat) + GRACE + MICROSECOND)
        log.insert(at, {**made, "at": log[at]["at"]})

    return spoil


def cut_after_a_turn(log: Log) -> tuple[int, int]:
    """The log ends with what a player decided, before a seat is taken over: the place, and the seat."""
    if not log[0]["public"]["clock"] or log[0]["public"].get("purpose"):
        raise Absent
    end = places(log, "seat_resigned", "seat_handed_over")[0]
    at = 1 + max(at for at in places(log, "turn_began") if at < end and begins_with_a_player(log, at))
    del log[next(end for end in range(at, len(log)) if log[end]["at"] != log[at]["at"]) :]
    return at, log[at]["actor"]


def begins_with_a_player(log: Log, at: int) -> bool:
    made = log[at + 1]
    return (
        made.get("actor") == log[at]["public"]["seat"]
        and made["by"] in PLAYERS
        and made["type"] in EVENTS.by_name
    )


def folded(log: Log, at: int) -> Folded:
    return Walk(remade(log[:at]), ()).fold.folded(at, "", None)


def due(log: Log, at: int, seat: int) -> datetime:
    deadline = folded(log, at).deadline(seat)
    assert deadline is not None
    return deadline


def postpone(log: Log, start: int, moment: datetime) -> None:
    """What begins at this place happens at the moment; what follows is later by as much."""
    wait = moment - datetime.fromisoformat(log[start]["at"])
    for one in log[start:]:
        one["at"] = timestamp(datetime.fromisoformat(one["at"]) + wait)


def by_seat(log: Log, kind: str, at: int, seat: int, **public: Any) -> dict[str, Any]:
    by = next(one["by"] for one in log if one.get("actor") == seat and one["by"] in PLAYERS)
    return {**table_entry(log, kind, at, seat, **public), "by": by}


def away(log: Log, at: int, seat: int) -> None:
    log.insert(at, by_seat(log, "vacation_began", at, seat, days=1))


def away_in_the_grace(log: Log, at: int, seat: int) -> None:
    """A vacation that begins in the grace still puts the deadline off."""
    postpone(log, at, due(log, at, seat) + GRACE / 2)
    away(log, at, seat)


def given(log: Log, at: int, seat: int) -> None:
    giver = next(other for other in folded(log, at).table.manned if other != seat)
    log.insert(at, by_seat(log, "time_given", at, giver, receiver=seat, seconds=600))


def paused(log: Log, at: int, seat: int) -> None:
    others = sorted(folded(log, at).table.manned - {seat})
    log[at:at] = [
        by_seat(log, "pause_proposed", at, seat, days=1),
        *(by_seat(log, "pause_agreed", at, other) for other in others),
        table_entry(log, "game_paused", at, days=1),
    ]


def resumed(log: Log, at: int, seat: int) -> None:
    log.insert(at, by_seat(log, "resume_asked", at, seat))


def back(log: Log, at: int, seat: int) -> None:
    """The clock begins anew for a player who is back."""
    log.insert(at, by_seat(log, "seat_resigned", at, seat, stand_in=STAND_IN))
    postpone(log, at + 1, datetime.fromisoformat(log[at + 1]["at"]) + timedelta(minutes=20))
    log.insert(at + 1, by_seat(log, "seat_returned", at + 1, seat))


def nearly_late(log: Log, at: int, seat: int) -> None:
    """A second is left, which the player does not decide in."""
    postpone(log, at, due(log, at, seat) - timedelta(seconds=1))


def back_before_the_turn(log: Log, at: int, seat: int) -> None:
    """While another seat is to decide: nothing is taken from the bank."""
    start = next(place for place, one in enumerate(log) if one["at"] == log[at - 1]["at"])
    log.insert(start, by_seat(log, "seat_resigned", start, seat, stand_in=STAND_IN))
    log.insert(start + 1, by_seat(log, "seat_returned", start + 1, seat))


STORIES: Final[dict[str, tuple[Before, ...]]] = {
    "": (),
    " after a vacation": (away,),
    " after a vacation begun in the grace": (away_in_the_grace,),
    " after a pause": (paused,),
    " after a pause cut short": (paused, resumed),
    " after a gift": (given,),
    " after a return": (back,),
    " after a return before the turn": (back_before_the_turn,),
    " after a return when a second was left": (nearly_late, back),
    " after a vacation, a pause cut short and a return": (away, paused, resumed, back),
    " after a vacation, a pause and two gifts": (away, given, paused, given),
}
CLOCKS: Final = {"": False, " by a bank": True}
WISHES: Final[dict[str, dict[str, Any]]] = {
    "vacation_began": {"days": 1},
    "pause_proposed": {"days": 1},
}


def decisions(by: timedelta) -> dict[str, Spoil]:
    return {
        f"decided late{clock}{story}": decided(*before, bank=bank, by=by)
        for clock, bank in CLOCKS.items()
        for story, before in STORIES.items()
    }


LATE: Final[dict[str, Spoil]] = {
    **decisions(MICROSECOND),
    **{f"{kind} late": asked(kind, **public) for kind, public in WISHES.items()},
}
IN_TIME: Final[dict[str, Spoil]] = decisions(timedelta())  # the same a microsecond earlier
