"""Derives notices from the log, entry by entry, and from the clocks.

Everything here is a function of the log. A notice is for a seat; the services know its player. It contains
no secrets, only what a spectator could read too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from games.http.answers import UNSET, or_absent
from games.notices.kinds import (
    Closed,
    DeadlineNear,
    Finished,
    HandedOver,
    MoreTimeGiven,
    PauseAsked,
    PauseBegun,
    PauseEnding,
    PauseRefused,
    Payload,
    Removed,
    Resigned,
    Returned,
    SomeoneSeated,
    Started,
    TimedOut,
    VacationBegun,
    VacationOver,
    YourTurn,
)
from rules.table.fold import Folded, LogEvent
from rules.table.more_time import TimeGiven, VacationBegan, VacationEnded
from rules.table.pauses import GamePaused, GameResumed, PauseDeclined, PauseProposed, ResumeAsked
from rules.table.seats import BotSeated, SeatCleared, SeatTaken
from rules.table.stand_ins import SeatHandedOver, SeatResigned, SeatReturned, SeatTimedOut
from rules.table.state import Status

NOBODY: Final = -1  # in place of the seat that did it: the table
HOST: Final = None  # in place of a seat: the host, if they have no seat


@dataclass(frozen=True, slots=True)
class NoticeDraft:
    """A notice for a seat, before it has a player and a number."""

    seat: int | None  # of the recipient
    seq: int  # of the event that caused it
    at: datetime
    payload: Payload
    to_former: bool = False  # for the player whom the event has removed from the seat

    @property
    def kind(self) -> str:
        return self.payload.kind

    @property
    def data(self) -> dict[str, Any]:
        return self.payload.data


def drafts_from(before: Folded, event: LogEvent, after: Folded) -> Iterator[NoticeDraft]:
    """The notices of this event, which led from one state to the other."""
    if after.at is None or after.at == after.times[Status.OPEN]:
        return  # the host knows the initial seats
    if isinstance(event, SeatTaken | BotSeated):
        yield from _seat_taken(after, event)
    else:
        yield from _seat_lost(after, event)
        yield from _absence(after, event)
        yield from _pause(after, event)
    if before.table.status != after.table.status:
        yield from _new_status(after)
    for seat in after.people_to_act:
        if seat not in before.people_to_act:
            yield _draft(after, seat, YourTurn(seat=seat, deadline=or_absent(after.deadline(seat))))


def _seat_taken(after: Folded, event: SeatTaken | BotSeated) -> Iterator[NoticeDraft]:
    """For everyone but the player who sat down. People are not named, because notices outlive accounts."""
    payload = SomeoneSeated(seat=event.seat, bot=event.bot if isinstance(event, BotSeated) else UNSET)
    yield from _others(after, event.seat, payload)


def _seat_lost(after: Folded, event: LogEvent) -> Iterator[NoticeDraft]:
    """A player is removed, is replaced for a decision or for good, or has resigned."""
    match event:
        case SeatCleared(seat):
            yield replace(_draft(after, seat, Removed(seat=seat)), to_former=True)
        case SeatTimedOut(seat, cover):
            yield _draft(
                after, seat, TimedOut(seat=seat, stand_in=cover, strikes=after.table.chairs[seat].strikes)
            )
        case SeatHandedOver(seat, stand_in):
            for recipient in (*people(after), HOST):
                yield _draft(
                    after, recipient, HandedOver(seat=seat, stand_in=stand_in, yours=recipient == seat)
                )
        case SeatResigned(seat, stand_in):
            yield from _others(after, seat, Resigned(seat=seat, stand_in=stand_in))


def _absence(after: Folded, event: LogEvent) -> Iterator[NoticeDraft]:
    """A player is away or back."""
    match event:
        case SeatReturned(seat):
            yield from _others(after, seat, Returned(seat=seat))
        case VacationBegan(seat):
            yield from _others(
                after, seat, VacationBegun(seat=seat, until=after.clocks.vacations[seat][-1][1])
            )
        case VacationEnded(seat):
            yield from _others(after, seat, VacationOver(seat=seat))
        case TimeGiven(seat, receiver, seconds):
            if deadline := after.deadline(receiver):
                yield _draft(after, receiver, MoreTimeGiven(seat=seat, seconds=seconds, deadline=deadline))


def _pause(after: Folded, event: LogEvent) -> Iterator[NoticeDraft]:
    until = after.clocks.paused_until
    match event:
        case PauseProposed(seat, days):
            yield from _others(after, seat, PauseAsked(seat=seat, days=days))
        case PauseDeclined(seat):
            yield from _others(after, seat, PauseRefused(seat=seat))
        case GamePaused() if until:
            yield from _others(after, NOBODY, PauseBegun(until=until))
        case ResumeAsked(seat) if until:
            yield from _others(after, seat, PauseEnding(seat=seat, until=until))
        case GameResumed() if until:
            yield from _others(after, NOBODY, PauseEnding(until=until))


def _others(after: Folded, seat: int, payload: Payload) -> Iterator[NoticeDraft]:
    """For everyone but the player who did it."""
    for recipient in (*people(after), HOST):
        if recipient != seat:
            yield _draft(after, recipient, payload)


def _new_status(after: Folded) -> Iterator[NoticeDraft]:
    if after.table.status is Status.PLAYING:
        for seat in people(after):
            yield _draft(after, seat, Started(seat=seat))
    elif after.is_over:
        for recipient in (*people(after), HOST):
            yield _draft(after, recipient, _end(after, recipient))


def _end(after: Folded, seat: int | None) -> Payload:
    if after.state is None:
        return Closed(seat=or_absent(seat))
    return Finished(seat=or_absent(seat), scores=list(after.state.scores), winners=list(after.state.winners))


def people(folded: Folded) -> list[int]:
    """The seats of people, including those whom a stand-in replaces: it is still their game."""
    return [seat for seat, chair in enumerate(folded.table.chairs) if chair.taken and not chair.bot]


def _draft(folded: Folded, seat: int | None, payload: Payload) -> NoticeDraft:
    assert folded.at is not None  # noqa: S101 – there is an event, and it has a time
    return NoticeDraft(seat, folded.seq, folded.at, payload)


# -- clocks that run again by themselves -------------------------------------------------------


def standstills(folded: Folded) -> Iterator[tuple[datetime, Payload]]:
    """When each clock that was standing at the last event runs again, with the notice of it.

    Of one that a player has started early, an event says so.
    """
    if folded.at is None or folded.is_over:
        return
    last, clocks = folded.time(folded.at), folded.clocks
    for seat, taken in clocks.vacations.items():
        if taken[-1][1] > last and not folded.table.chairs[seat].played_by:
            yield taken[-1][1], VacationOver(seat=seat)
    if clocks.paused_until and clocks.paused_until > last:
        yield clocks.paused_until, PauseEnding(until=clocks.paused_until)


def run_again(folded: Folded, after: datetime, until: datetime) -> Iterator[NoticeDraft]:
    """For everybody: the clocks that ran again between two moments without an event."""
    for end, payload in standstills(folded):
        if after < end <= until:
            for recipient in (*people(folded), HOST):
                yield NoticeDraft(recipient, folded.seq, end, payload)


# -- deadlines ---------------------------------------------------------------------------------

WARNED_SHARE: Final = 10  # warn when a tenth of the allotted time is left, …
WARNED_LATEST: Final = timedelta(minutes=1)  # … but at least this long before the deadline, …
WARNED_EARLIEST: Final = timedelta(hours=12)  # … and at most this long …
SHORTEST: Final = timedelta(minutes=2)  # … and not at all if less time than this was allotted


def warning_at(begun: datetime, deadline: datetime) -> datetime | None:
    """When to warn of a deadline; never less than a minute after the decision began."""
    allotted = deadline - begun
    if allotted < SHORTEST:
        return None
    return deadline - min(max(allotted / WARNED_SHARE, WARNED_LATEST), WARNED_EARLIEST)


def warnings(folded: Folded) -> Iterator[tuple[int, datetime, datetime]]:
    """The warnings of pending decisions: the seat, when to warn it, and the deadline."""
    for seat in folded.people_to_act:
        deadline = folded.deadline(seat)
        if deadline and (moment := warning_at(folded.clocks.since[seat], deadline)):
            yield seat, moment, deadline


def warned_by(folded: Folded, after: datetime, now: datetime) -> Iterator[NoticeDraft]:
    """The warnings that fell due between two moments, of deadlines still to come."""
    for seat, moment, deadline in warnings(folded):
        if after < moment <= now < deadline:
            yield NoticeDraft(seat, folded.seq, now, DeadlineNear(seat=seat, deadline=deadline))


def next_warning(folded: Folded, now: datetime) -> datetime | None:
    """When the clocks will cause a notice again."""
    moments = [moment for _, moment, _ in warnings(folded)] + [end for end, _ in standstills(folded)]
    return min((moment for moment in moments if moment > now), default=None)
