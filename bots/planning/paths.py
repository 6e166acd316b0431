"""Cheapest ways over a board whose roads have prices."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

from bots.planning.atlas import Atlas

CLOSED: Final = math.inf

Prices = Sequence[float]  # by road: 0 for one's own, CLOSED for what cannot be had


class Reach:
    """How cheaply every place can be joined to a start."""

    __slots__ = ("cost", "via")

    def __init__(
        self, atlas: Atlas, prices: Prices, start: int, goal: int = -1, limit: float = CLOSED
    ) -> None:
        """With a goal the search ends there, with a limit at that price; the rest may be left open."""
        at, cost = atlas.at, [CLOSED] * len(atlas.at)
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
        """The roads back from a place that is reached."""
        roads = []
        step = self.via[goal]
        while step:
            roads.append(step[0])
            step = self.via[step[1]]
        return roads


def parts(atlas: Atlas, roads: Iterable[int]) -> list[int]:
    """For every place the part of the network it lies in, if these roads are all there is."""
    part = list(range(len(atlas.at)))

    def root(place: int) -> int:
        while part[place] != place:
            place = part[place]
        return place

    for number in roads:
        road = atlas.roads[number]
        part[root(road.a)] = root(road.b)
    return [root(place) for place in part]


def cheapest(
    atlas: Atlas, prices: Prices, places: Sequence[int], limit: float = CLOSED
) -> tuple[float, list[int]] | None:
    """A cheap way to join the places one after the other; roads at no price are left out.

    None, if there is no way, or none below the limit.
    """
    own, total = list(prices), 0.0
    roads: list[int] = []
    for start, goal in pairwise(places):
        reach = Reach(atlas, own, start, goal, limit - total)
        if reach.cost[goal] >= limit - total:
            return None
        total += reach.cost[goal]
        for road in reach.way(goal):
            if own[road]:
                roads.append(road)
                own[road] = 0.0
    return total, roads
