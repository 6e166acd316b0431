"""The routes of one seat as a graph."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from rules.board import Route

Links = dict[str, list[tuple[str, str]]]  # place -> (route, the place at its other end)


class Network:
    def __init__(self, routes: Sequence[Route]) -> None:
        self.routes = routes
        self.part: dict[str, set[str]] = {}  # the connected part a place lies in
        for route in self.routes:
            self._join(route.a, route.b)
        self._links: Links | None = None

    def _join(self, a: str, b: str) -> None:
        one, other = self.part.setdefault(a, {a}), self.part.setdefault(b, {b})
        if one is not other:
            one |= other
            for place in other:
                self.part[place] = one

    @property
    def links(self) -> Links:
        """From place to place. Made when it is first asked for: most tickets fail without it."""
        if self._links is None:
            self._links = {}
            for route in self.routes:
                self._links.setdefault(route.a, []).append((route.id, route.b))
                self._links.setdefault(route.b, []).append((route.id, route.a))
        return self._links

    def joins(self, places: Sequence[str]) -> bool:
        """Whether all these places hang together."""
        part = self.part.get(places[0])
        return part is not None and part.issuperset(places)

    def path(self, start: str, goal: str) -> tuple[str, ...] | None:
        """The routes of a way with the fewest routes, or None where there is no way."""
        if goal not in self.part.get(start, ()):
            return None
        came_by: dict[str, tuple[str, str]] = {}
        links, edge = self.links, deque([start])
        while goal not in came_by:
            place = edge.popleft()
            for route, other in links[place]:
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
