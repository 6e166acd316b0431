"""Keeping tickets: of those drawn in a turn, or of those dealt at the start, which stays secret at first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from rules.actions import Action, KeepTickets
from rules.cards import missing_from
from rules.chance import Chance
from rules.events import Event, TicketsChosen, TicketsKept
from rules.memo import once
from rules.moments import DRAWN_TICKETS, setup_moment
from rules.position import Position
from rules.refusals import TicketsNotOffered, TooFewTicketsKept

STARTING_TICKETS = setup_moment("starting_tickets", lambda state, seat: bool(state.offers[seat]))


@once
def keeps(seat: int, offer: tuple[str, ...], keep: int) -> tuple[KeepTickets, ...]:
    """At least `keep` of the offer, fewest first."""
    counts = range(keep, len(offer) + 1)
    return tuple([KeepTickets(seat, kept) for count in counts for kept in combinations(offer, count)])


class KeepTicketsPlay:
    action = KeepTickets
    moments = (DRAWN_TICKETS,)
    rules: tuple[str, ...] = ("TICK-1", "TICK-2", "TICK-3")

    def candidates(self, at: Position, seat: int) -> Sequence[Action]:
        return keeps[seat, at.state.offers[seat], at.state.keep[seat]]

    def check(self, at: Position, action: KeepTickets) -> None:
        offer, keep = at.state.offers[action.seat], at.state.keep[action.seat]
        if strange := missing_from(dict.fromkeys(offer, 1), action.tickets):
            raise TicketsNotOffered(tickets=strange)
        if len(action.tickets) < keep:
            raise TooFewTicketsKept(keep=keep, kept=len(action.tickets))

    def events(self, at: Position, action: KeepTickets, chance: Chance) -> tuple[Event, ...]:
        kept, returned = sorted_out(at.state.offers[action.seat], action.tickets)
        return (TicketsKept(action.seat, len(kept), kept, returned),)


class KeepStartingTicketsPlay(KeepTicketsPlay):
    """SET-4: the choice stays secret, its size too, until all have chosen."""

    moments = (STARTING_TICKETS,)
    rules = ("SET-4",)

    def events(self, at: Position, action: KeepTickets, chance: Chance) -> tuple[Event, ...]:
        kept, _ = sorted_out(at.state.offers[action.seat], action.tickets)
        return (TicketsChosen(action.seat, kept),)


def sorted_out(offer: tuple[str, ...], tickets: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tickets kept and those returned, both in the order they were dealt (TICK-2)."""
    kept = tuple([ticket for ticket in offer if ticket in tickets])
    return kept, tuple([ticket for ticket in offer if ticket not in tickets])
