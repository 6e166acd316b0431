"""What the others seem to be after: the routes they have claimed lean towards some tickets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from bots.planning.atlas import Atlas, atlas
from bots.planning.paths import cheapest
from rules import View
from rules.paths import CLOSED

LEANING: Final = 5.0  # how much likelier, in powers of e, a ticket is that is done than one not begun
CLAIMING: Final = 1.0  # spaces that the turn to claim a road counts for


def likelihoods(view: View, seat: int, tickets: Sequence[str]) -> list[float]:
    """How likely the seat holds each of the tickets, compared with each other."""
    map_of = atlas(view.ruleset)
    efforts = _efforts(map_of, view.claims, seat)
    return [math.exp(-LEANING * _left(map_of, efforts, ticket)) for ticket in tickets]


def _efforts(map_of: Atlas, claims: Mapping[str, int], seat: int) -> list[float]:
    """By road, what the seat has to do for it."""
    efforts = []
    for road in map_of.roads:
        owner = claims.get(road.route.id)
        if owner is None:
            efforts.append(road.spaces + CLAIMING)
        else:
            efforts.append(0.0 if owner == seat else CLOSED)
    return efforts


def _left(map_of: Atlas, efforts: Sequence[float], ticket: str) -> float:
    """The part of a ticket's way that is still to be done; all of it, if there is no way left."""
    found = cheapest(map_of, efforts, map_of.tickets[ticket].places)
    return found[0] / _whole(map_of, ticket) if found else 1.0


@cache
def _whole(map_of: Atlas, ticket: str) -> float:
    found = cheapest(map_of, _efforts(map_of, {}, 0), map_of.tickets[ticket].places)
    assert found is not None  # noqa: S101 (every ticket of a board can be done)
    return found[0]
