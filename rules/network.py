"""The routes of one seat as a graph."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from rules.board import Board

Links = dict[str, list[tuple[str, str]]]  # place -> (route, the place at its other end)


class Network:
    def __init__(self, board: Board, claims: Mapping[str, int], seat: int) -> None:
        self.claims = claims
        self.links: Links = {}
        for route_id, owner in claims.items():
            if owner == seat:
                route = board.routes[route_id]
                self.links.setdefault(route.a, []).append((route_id, route.b))
                self.links.setdefault(route.b, []).append((route_id, route.a))
        self.part: dict[str, int] = {}  # which connected part a place lies in
        for place in self.links:
            if place not in self.part:
                self._mark(place, len(self.part))

    def _mark(self, start: str, part: int) -> None:
        self.part[start] = part
        edge = [start]
        while edge:
            for _, other in self.links[edge.pop()]:
                if other not in self.part:
                    self.part[other] = part
                    edge.append(other)

    def joins(self, places: Iterable[str]) -> bool:
        """Whether all these places hang together."""
        parts = {self.part.get(place) for place in places}
        return len(parts) == 1 and None not in parts

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
