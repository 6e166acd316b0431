"""Cheapest ways over a board whose routes have prices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final

from rules.board import Board

CLOSED: Final = math.inf

Prices = Sequence[float]  # by number of the route: 0 for one's own, CLOSED for what cannot be had


class RoadMap:
    """The places and routes of a board by number, in its order, so that searches are quick."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.place = {place: number for number, place in enumerate(board.places)}
        at: list[list[tuple[int, int]]] = [[] for _ in self.place]
        for number, route in enumerate(board.routes.values()):
            a, b = self.place[route.a], self.place[route.b]
            at[a].append((number, b))
            at[b].append((number, a))
        self.at = tuple(tuple(roads) for roads in at)  # by place: each route, and the place at its other end


class Reach:
    """How cheaply every place can be joined to a start, by Dijkstra's algorithm."""

    __slots__ = ("cost", "via")

    def __init__(
        self, roads: RoadMap, prices: Prices, start: int, goal: int = -1, limit: float = CLOSED
    ) -> None:
        """With a goal the search ends there, with a limit at that price; the rest may be left open."""
        at, cost = roads.at, [CLOSED] * len(roads.at)
        via: list[tuple[int, int] | None] = [None] * len(cost)
        cost[start] = 0.0
        edge = [(0.0, start)]
        while edge:
            so_far, place = heappop(edge)
            if place == goal or so_far >= limit:
                break
            if so_far > cost[place]:
                continue
            for road, other in at[place]:
                total = so_far + prices[road]
                if total < cost[other]:
                    cost[other] = total
                    via[other] = (road, place)
                    heappush(edge, (total, other))
        self.cost, self.via = cost, via

    def way(self, goal: int) -> list[int]:
        """The routes back from a place that is reached."""
        roads = []
        step = self.via[goal]
        while step:
            roads.append(step[0])
            step = self.via[step[1]]
        return roads
