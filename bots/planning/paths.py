"""Ways that join several places, and what hangs together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from bots.planning.atlas import Atlas
from rules.paths import CLOSED, Prices, Reach


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
