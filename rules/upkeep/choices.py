"""From the secret choices of the set-up to the first turn."""

from __future__ import annotations

from rules.chance import Chance
from rules.events import Event, StartingTicketsKept, TurnBegan
from rules.plays.keep_tickets import sorted_out
from rules.position import Position
from rules.rulebook import follows
from rules.state import State


@follows("SET-4", phases=("setup",))
def reveal_tickets(at: Position, chance: Chance) -> tuple[Event, ...]:
    """Once all have chosen, and in seat order: the order of answering reveals nothing."""
    state = at.state
    if None in state.choices or not all(state.offers):
        return ()
    return tuple(_tickets_kept(state, seat) for seat in range(state.seats))


def _tickets_kept(state: State, seat: int) -> Event:
    kept, returned = sorted_out(state.offers[seat], state.choices[seat])
    return StartingTicketsKept(seat, len(kept), kept, returned)


@follows("SET-6", phases=("setup",))
def begin_play(at: Position, chance: Chance) -> tuple[Event, ...]:
    state = at.state
    if not all(state.tickets) or state.to_act:
        return ()
    return (TurnBegan(state.first),)
