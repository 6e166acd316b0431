"""What a seat can see, in the shape plans are made from; a view gives it, and so does a guessed state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bots.planning.atlas import Atlas, Road, atlas
from rules import State, View
from rules.cards import Face, Hand


@dataclass(slots=True)
class Seen:
    atlas: Atlas
    seat: int
    seats: int
    hand: Hand
    held: Sequence[int]  # by seat: cards in hand
    tickets: Sequence[str]  # one's own
    offer: Sequence[str]
    pieces: Sequence[Mapping[str, int]]  # by seat
    box: Mapping[str, int]
    claims: Mapping[str, int]
    harbours: Mapping[str, int]
    market: Sequence[Face | None]
    drawn: int
    turns_left: int | None
    tickets_left: int
    goods_left: int

    def is_closed(self, road: Road) -> bool:
        """Whether somebody's claim on the other of a double closes this one (CLAIM-5)."""
        if road.twin is None:
            return False
        owner = self.claims.get(self.atlas.roads[road.twin].route.id)
        if owner is None:
            return False
        return owner == self.seat or self.seats < self.atlas.claiming.doubles_from

    def can_place(self, road: Road) -> bool:
        """Before the pieces are handed out everything can be placed."""
        mine = self.pieces[self.seat]
        return not mine or mine[road.piece] >= road.pieces


def seen_in_view(view: View) -> Seen:
    if view.viewer is None:
        raise ValueError("a spectator has nothing to decide")
    me = view.seats[view.viewer]
    return Seen(
        atlas=atlas(view.ruleset),
        seat=view.viewer,
        seats=len(view.seats),
        hand=dict(Counter(me.hand or ())),
        held=[sum(seat.cards.values()) for seat in view.seats],
        tickets=me.tickets or (),
        offer=me.offer or (),
        pieces=tuple(seat.pieces for seat in view.seats),
        box=me.box,
        claims=view.claims,
        harbours=view.harbours,
        market=view.market,
        drawn=view.drawn,
        turns_left=view.turns_left,
        tickets_left=view.piles["tickets"],
        goods_left=view.goods_left,
    )


def seen_in_state(state: State, seat: int) -> Seen:
    """As `seen_in_view(view_for(state, seat))`, without the detour: playouts ask often."""
    return Seen(
        atlas=atlas(state.ruleset),
        seat=seat,
        seats=state.seats,
        hand=state.hands[seat],
        held=[sum(hand.values()) for hand in state.hands],
        tickets=state.tickets[seat],
        offer=state.offers[seat],
        pieces=state.pieces,
        box=state.box[seat],
        claims=state.claims,
        harbours=state.harbours,
        market=state.market,
        drawn=state.drawn,
        turns_left=state.turns_left,
        tickets_left=len(state.piles["tickets"]),
        goods_left=state.goods_left,
    )
