"""Clocks. They are derived from the log; only a time-out adds an event.

A table's clock is `per_action` (seconds for each decision) or a `bank` of seconds that grows by an
`increment` with each decision. Bots have no clock. The clock of a player on vacation stands,
and so do all clocks while the game is paused.

A request takes a while to arrive. So a decision counts until `GRACE` after the deadline, by its own time in
the log, and nobody is timed out before. The grace is not taken from a bank, which is empty by then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from rules.table import spans
from rules.table.spans import Span


class Speed(StrEnum):
    """Whether a game is played in one sitting."""

    LIVE = "live"  # at most ten minutes for an action, or two hours for all of them
    CORRESPONDENCE = "correspondence"  # longer
    UNTIMED = "untimed"  # without a clock


GRACE: Final = timedelta(seconds=2)
DAY: Final = 86_400
MAX_VACATION: Final = 90
BOUNDS: Final = {  # the least and the most that a table can agree on
    "per_action": (5, 30 * DAY),
    "bank": (10, 90 * DAY),
    "increment": (0, DAY),
    "vacation_days": (0, MAX_VACATION),
    "strikes": (1, 20),  # time-outs after which a stand-in keeps the seat
}
LIVE_ACTION: Final = 600
LIVE_BANK: Final = 7200
RETURN_SHARE: Final = 10


def speed_of(clock: Mapping[str, int]) -> Speed:
    if not clock:
        return Speed.UNTIMED
    live = clock["bank"] <= LIVE_BANK if "bank" in clock else clock["per_action"] <= LIVE_ACTION
    return Speed.LIVE if live else Speed.CORRESPONDENCE


def wrong_with_clock(clock: Any) -> tuple[str, str]:
    """Why no table has this clock, after the number it is about, if it is one; nothing, if one may."""
    if not isinstance(clock, dict):
        return "", "the clock is no object"
    for name, value in clock.items():
        least, most = BOUNDS.get(name, (1, 0))
        if type(value) is not int or not least <= value <= most:
            return name, f"no clock has {name} {value}"
    if clock and ("per_action" in clock) == ("bank" in clock):
        return "", "a clock takes either per_action or bank"
    if "increment" in clock and "bank" not in clock:
        return "increment", "an increment requires a bank"
    return "", ""


def timestamp(moment: datetime) -> str:
    """RFC 3339 in UTC, always to the microsecond: equal times must have equal text and thus equal hashes."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def ahead(moment: datetime | None, now: datetime) -> str | None:
    """The moment as text, if it is still to come."""
    return timestamp(moment) if moment and now < moment else None


@dataclass(frozen=True, slots=True)
class Clocks:
    since: Mapping[int, datetime] = field(default_factory=dict)  # when each seat to act began to decide
    banks: Mapping[int, timedelta] = field(default_factory=dict)  # what is left, for seats that have acted
    vacations: Mapping[int, tuple[Span, ...]] = field(default_factory=dict)  # of each seat, in order
    pauses: tuple[Span, ...] = ()  # of the game, in order
    given: Mapping[int, timedelta] = field(default_factory=dict)  # by opponents, for the decision at hand

    def after(
        self, actor: int | None, at: datetime, to_act: tuple[int, ...], clock: Mapping[str, int]
    ) -> Clocks:
        """The clocks after an event by this seat, or by the table."""
        banks, since = self.banks, self.since
        if actor is not None and actor in since and "bank" in clock:
            left = max(self.bank(actor, clock) - self._spent(actor, at), timedelta())
            banks = {**banks, actor: left + timedelta(seconds=clock.get("increment", 0))}
        new = {seat: since.get(seat, at) if seat != actor else at for seat in to_act}
        given = _without(self.given, actor)
        if new == since and banks is self.banks and given is self.given:
            return self
        return Clocks(new, banks, self.vacations, self.pauses, given)

    def begun_anew(self, seat: int, at: datetime, clock: Mapping[str, int]) -> Clocks:
        """For a player who is back: the decision begins now, and a bank has at least a tenth of its time."""
        banks, since = self.banks, self.since
        if "bank" in clock:
            least = timedelta(seconds=clock["bank"]) / RETURN_SHARE
            banks = {**banks, seat: max(self.bank(seat, clock) - self._spent(seat, at), least)}
        since = {**since, seat: at} if seat in since else since
        return replace(self, since=since, banks=banks, given=_without(self.given, seat))

    def _spent(self, seat: int, at: datetime) -> timedelta:
        """How long the seat has thought about its decision."""
        since, standing = self.since.get(seat, at), self.standing(seat)
        return at - since - spans.stood(since, at, standing) if standing else at - since

    def with_time(self, seat: int, seconds: int, clock: Mapping[str, int]) -> Clocks:
        """More time: in the bank or, without one, for the decision at hand."""
        more = timedelta(seconds=seconds)
        if "bank" in clock:
            return replace(self, banks={**self.banks, seat: self.bank(seat, clock) + more})
        return replace(self, given={**self.given, seat: self.given.get(seat, timedelta()) + more})

    def standing(self, seat: int) -> tuple[Span, ...]:
        """When this seat's clock stands or stood."""
        return (*self.vacations.get(seat, ()), *self.pauses)

    def paused(self, at: datetime, days: int) -> Clocks:
        return replace(self, pauses=(*self.pauses, (at, at + days * spans.DAY)))

    def resumed(self, at: datetime) -> Clocks:
        return replace(self, pauses=spans.ended(self.pauses, at))

    @property
    def paused_until(self) -> datetime | None:
        """When the last pause ends or has ended."""
        return self.pauses[-1][1] if self.pauses else None

    def on_vacation(self, seat: int, at: datetime, days: int) -> Clocks:
        now = (*self.vacations.get(seat, ()), (at, at + days * spans.DAY))
        return replace(self, vacations={**self.vacations, seat: now})

    def back_from_vacation(self, seat: int, at: datetime) -> Clocks:
        return replace(self, vacations={**self.vacations, seat: spans.ended(self.vacations[seat], at)})

    def away_until(self, seat: int) -> datetime | None:
        """When the seat's last vacation ends or has ended."""
        taken = self.vacations.get(seat)
        return taken[-1][1] if taken else None

    def vacation_left(self, seat: int, clock: Mapping[str, int]) -> int:
        """The days of vacation that the seat has left."""
        return clock.get("vacation_days", 0) - spans.days(self.vacations.get(seat, ()))

    def bank(self, seat: int, clock: Mapping[str, int]) -> timedelta:
        return self.banks.get(seat, timedelta(seconds=clock["bank"]))

    def deadline(self, seat: int, clock: Mapping[str, int]) -> datetime | None:
        """When this seat runs out of time, if the table waits for it.

        A span that begins in the grace puts off the deadline: nobody is late before the grace is over.
        """
        if seat not in self.since or not clock:
            return None
        allowed = self.bank(seat, clock) if "bank" in clock else timedelta(seconds=clock["per_action"])
        due = self.since[seat] + allowed + self.given.get(seat, timedelta())
        standing = self.standing(seat)
        return spans.put_off(due + GRACE, self.since[seat], standing) - GRACE if standing else due


def _without(given: Mapping[int, timedelta], seat: int | None) -> Mapping[int, timedelta]:
    return {one: time for one, time in given.items() if one != seat} if seat in given else given
