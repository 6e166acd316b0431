"""The routes of one seat as a graph."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property

from rules.board import Board

Links = dict[str, list[tuple[str, str]]]  # place -> (route, the place at its other end)


class Network:
    def __init__(self, board: Board, claims: Mapping[str, int], seat: int) -> None:
        self.claims = claims
        self.routes = [board.routes[route] for route, owner in claims.items() if owner == seat]

    @cached_property
    def links(self) -> Links:
        links: Links = {}
        for route in self.routes:
            links.setdefault(route.a, []).append((route.id, route.b))
            links.setdefault(route.b, []).append((route.id, route.a))
        return links

    @cached_property
    def part(self) -> Mapping[str, set[str]]:
        """The connected part a place lies in."""
        part: dict[str, set[str]] = {}
        for route in self.routes:
            one, other = part.get(route.a, {route.a}), part.get(route.b, {route.b})
            if one is not other:
                one |= other
                part.update(dict.fromkeys(one, one))
        return part

    def joins(self, places: Iterable[str]) -> bool:
        """Whether all these places hang together."""
        first, *others = places
        return first in self.part and self.part[first].issuperset(others)

    def path(self, start: str, goal: str) -> tuple[str, ...] | None:
        """The routes of a way with the fewest routes, or None where there is no way."""
        if not self.joins((start, goal)):
            return None
        came_by: dict[str, tuple[str, str]] = {}
        edge = deque([start])
        while goal not in came_by:
            place = edge.popleft()
            for route, other in self.links[place]:
                if other not in came_by and other != start:
                    came_by[other] = (route, place)
                    edge.append(other)
        return _walk_back(came_by, start, goal)


def _walk_back(came_by: Mapping[str, tuple[str, str]], start: str, goal: str) -> tuple[str, ...]:
    routes, place = [], goal
    while place != start:
        route, place = came_by[place]
        routes.append(route)
    return tuple(reversed(routes))
