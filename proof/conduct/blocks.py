"""Who got in whose way: claims that made a ticket of another seat dearer to complete, or impossible."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from proof.conduct.game import Game, Pair, Times
from rules.events.routes import RouteClaimed
from rules.events.tickets import StartingTicketsKept, TicketsKept
from rules.paths import CLOSED, Reach, RoadMap
from rules.state import State

TOO_FEW: Final = 2


@dataclass(frozen=True, slots=True)
class Way:
    """The cheapest way to complete a ticket: the spaces still to be claimed, and the routes it takes."""

    cost: float
    routes: frozenset[str]

    def is_open(self, lost: frozenset[str]) -> bool:
        return self.routes.isdisjoint(lost)


Ways = Mapping[str, Way | None]  # by ticket; None: it cannot be completed any more


def blocks_of(game: Game) -> dict[Pair, Times]:
    """For each person and each other seat: claims while the other had a ticket to complete, and the blocks.

    At a table of two there is nobody whom one could favour, so nothing is counted.
    """
    people, seats, state = game.people, range(game.seats), State()
    if len(seats) <= TOO_FEW:
        return {}
    found = {(one, other): Times() for one in people for other in seats if one != other}
    roads = RoadMap(game.rules.board)
    known: dict[int, Ways] = {seat: {} for seat in seats}
    for _, event in game.events:
        event.fold(state)
        if isinstance(event, RouteClaimed):
            lost = game.rules.closed_routes(state) | state.claims.keys()
            for seat in seats:
                before, own = known[seat], event.seat == seat
                known[seat] = _ways(roads, state, seat, lost, {} if own else before)
                if (event.seat, seat) in found and any(way and way.cost for way in before.values()):
                    found[event.seat, seat].add(hit=_is_dearer(before, known[seat]))
        elif isinstance(event, StartingTicketsKept | TicketsKept):
            lost = game.rules.closed_routes(state) | state.claims.keys()
            known[event.seat] = _ways(roads, state, event.seat, lost, known[event.seat])
    return found


def _is_dearer(before: Ways, after: Ways) -> bool:
    return any(
        way is not None and ((now := after.get(ticket)) is None or now.cost > way.cost)
        for ticket, way in before.items()
    )


def _ways(roads: RoadMap, state: State, seat: int, lost: frozenset[str], before: Ways) -> Ways:
    """A way that was known stays the cheapest while the seat claims nothing and no route on it is lost."""
    mine = {route for route, owner in state.claims.items() if owner == seat}
    gone = lost - mine
    return {
        ticket: way
        if (way := before.get(ticket)) and way.is_open(gone)
        else cheapest_way(roads, roads.board.tickets[ticket].places, mine, gone)
        for ticket in state.tickets[seat]
    }


def cheapest_way(
    roads: RoadMap, places: tuple[str, ...], mine: Collection[str], lost: Collection[str]
) -> Way | None:
    """Routes of one's own cost nothing, others their length."""
    routes = tuple(roads.board.routes.values())
    prices = [CLOSED if r.id in lost else 0 if r.id in mine else r.length for r in routes]
    cost, taken = 0.0, set[str]()
    for start, goal in pairwise(places):
        end = roads.place[goal]
        reach = Reach(roads, prices, roads.place[start], end)
        if reach.cost[end] == CLOSED:
            return None
        cost += reach.cost[end]
        taken.update(routes[number].id for number in reach.way(end))
    return Way(cost, frozenset(taken))
