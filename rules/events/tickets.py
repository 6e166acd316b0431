"""Tickets: offered in secret, kept in secret, returned under the pile."""

from __future__ import annotations

from rules.actions import Action, DrawTickets, KeepTickets
from rules.declare import private
from rules.events.base import Event, SeatEvent, event
from rules.state import State, put


@event
class TicketsDealt(Event):
    """Set-up: a seat got tickets to choose from, and must keep at least `keep`."""

    sentence = "{seat} was dealt {count:ticket}, to keep at least {keep}[: {tickets}]."
    seat: int
    count: int
    keep: int
    tickets: tuple[str, ...] = private(drawn=True)

    def fold(self, state: State) -> None:
        _offer(state, self.seat, self.tickets, self.keep)


@event
class TicketsChosen(SeatEvent):
    """Set-up: a seat has made up its mind. Not even how many it keeps is known yet (SET-4)."""

    sentence = "{seat} chose starting tickets[: {tickets}]."
    seat: int
    tickets: tuple[str, ...] = private()

    def fold(self, state: State) -> None:
        state.choices = put(state.choices, self.seat, self.tickets)

    def asked(self) -> Action:
        return KeepTickets(self.seat, self.tickets)


@event
class StartingTicketsKept(Event):
    """Set-up: all have chosen; this seat's choice takes effect."""

    sentence = "{seat} starts with {count:ticket}[: {tickets}][; returned: {returned}]."
    seat: int
    count: int
    tickets: tuple[str, ...] = private()
    returned: tuple[str, ...] = private()

    def fold(self, state: State) -> None:
        _keep(state, self.seat, self.tickets, self.returned)
        state.choices = put(state.choices, self.seat, None)


@event
class TicketsDrawn(SeatEvent):
    sentence = "{seat} drew {count:ticket}, to keep at least {keep}[: {tickets}]."
    seat: int
    count: int
    keep: int
    tickets: tuple[str, ...] = private(drawn=True)

    def fold(self, state: State) -> None:
        _offer(state, self.seat, self.tickets, self.keep)
        state.passes = 0

    def asked(self) -> Action:
        return DrawTickets(self.seat)


@event
class TicketsKept(SeatEvent):
    sentence = "{seat} kept {count:ticket}[: {tickets}][; returned: {returned}]."
    seat: int
    count: int
    tickets: tuple[str, ...] = private()
    returned: tuple[str, ...] = private()

    def fold(self, state: State) -> None:
        _keep(state, self.seat, self.tickets, self.returned)
        state.acted = True

    def asked(self) -> Action:
        return KeepTickets(self.seat, self.tickets)


def _offer(state: State, seat: int, tickets: tuple[str, ...], keep: int) -> None:
    state.piles = {**state.piles, "tickets": state.piles["tickets"][len(tickets) :]}
    state.offers, state.keep = put(state.offers, seat, tickets), put(state.keep, seat, keep)


def _keep(state: State, seat: int, kept: tuple[str, ...], returned: tuple[str, ...]) -> None:
    state.tickets = put(state.tickets, seat, state.tickets[seat] + kept)
    state.piles = {**state.piles, "tickets": state.piles["tickets"] + returned}
    state.offers, state.keep = put(state.offers, seat, ()), put(state.keep, seat, 0)
