"""Who got in whose way: claims that made a ticket of another seat dearer to complete, or impossible."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

from games.histories.story import Story
from rules.board import Board, Route
from rules.events.routes import RouteClaimed
from rules.events.tickets import StartingTicketsKept, TicketsKept
from rules.state import State

Pair = tuple[int, int]  # who did it, and to whom
TOO_FEW: Final = 2


@dataclass(frozen=True, slots=True)
class Way:
    """The cheapest way to complete a ticket: the spaces still to be claimed, and the routes it takes."""

    cost: int
    routes: frozenset[str]

    def is_open(self, lost: frozenset[str]) -> bool:
        return self.routes.isdisjoint(lost)


Ways = Mapping[str, Way | None]  # by ticket; None: it cannot be completed any more


@dataclass(slots=True)
class Times:
    """How often something happened, and how often it could have."""

    hits: int = 0
    trials: int = 0

    def add(self, *, hit: bool) -> None:
        self.hits += hit
        self.trials += 1


def blocks_of(story: Story) -> dict[Pair, Times]:
    """For each person and each other seat: claims while the other had a ticket to complete, and the blocks.

    At a table of two there is nobody whom one could favour, so nothing is counted.
    """
    people, seats, state = story.people, range(story.state.seats), State()
    if len(seats) <= TOO_FEW:
        return {}
    found = {(one, other): Times() for one in people for other in seats if one != other}
    known: dict[int, Ways] = {seat: {} for seat in seats}
    for _, event in story.events:
        event.fold(state)
        if isinstance(event, RouteClaimed):
            lost = story.rules.closed_routes(state) | state.claims.keys()
            for seat in seats:
                before, own = known[seat], event.seat == seat
                known[seat] = _ways(story.rules.board, state, seat, lost, {} if own else before)
                if (event.seat, seat) in found and any(way and way.cost for way in before.values()):
                    found[event.seat, seat].add(hit=_is_dearer(before, known[seat]))
        elif isinstance(event, StartingTicketsKept | TicketsKept):
            lost = story.rules.closed_routes(state) | state.claims.keys()
            known[event.seat] = _ways(story.rules.board, state, event.seat, lost, known[event.seat])
    return found


def _is_dearer(before: Ways, after: Ways) -> bool:
    return any(
        way is not None and ((now := after.get(ticket)) is None or now.cost > way.cost)
        for ticket, way in before.items()
    )


def _ways(board: Board, state: State, seat: int, lost: frozenset[str], before: Ways) -> Ways:
    """A way that was known stays the cheapest while the seat claims nothing and no route on it is lost."""
    mine = {route for route, owner in state.claims.items() if owner == seat}
    gone = lost - mine
    return {
        ticket: way
        if (way := before.get(ticket)) and way.is_open(gone)
        else cheapest_way(board, board.tickets[ticket].places, mine, gone)
        for ticket in state.tickets[seat]
    }


def cheapest_way(
    board: Board, places: tuple[str, ...], mine: Collection[str], lost: Collection[str]
) -> Way | None:
    cost, routes = 0, set[str]()
    for start, goal in pairwise(places):
        leg = _leg(board, start, goal, mine, lost)
        if leg is None:
            return None
        cost, routes = cost + leg.cost, routes | leg.routes
    return Way(cost, frozenset(routes))


def _leg(board: Board, start: str, goal: str, mine: Collection[str], lost: Collection[str]) -> Way | None:
    """Dijkstra's algorithm; routes of one's own cost nothing."""
    heap, came_by, done = [(0, start)], dict[str, tuple[int, Route | None]]({start: (0, None)}), set[str]()
    while heap:
        cost, here = heappop(heap)
        if here == goal:
            return Way(cost, frozenset(_walked(came_by, goal)))
        if here in done:
            continue
        done.add(here)
        for route in board.routes_at[here]:
            if route.id in lost:
                continue
            there = route.b if route.a == here else route.a
            price = cost + (0 if route.id in mine else route.length)
            if there not in came_by or price < came_by[there][0]:
                came_by[there] = (price, route)
                heappush(heap, (price, there))
    return None


def _walked(came_by: Mapping[str, tuple[int, Route | None]], goal: str) -> set[str]:
    found, here = set[str](), goal
    while (route := came_by[here][1]) is not None:
        found.add(route.id)
        here = route.b if route.a == here else route.a
    return found
