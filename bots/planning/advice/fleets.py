"""Which pieces to take along, and when to exchange them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bots.planning.evaluation import Mind
from bots.planning.plan import Plan
from rules.variants.world.exchange import OTHER, ExchangePieces
from rules.variants.world.fleet import ChooseFleet

SPARE_TRAINS: Final = 0.2  # of the pieces the plan leaves open; long routes are at sea


def advise_choosing(mind: Mind, fleets: Sequence[ChooseFleet]) -> Iterator[tuple[float, ChooseFleet]]:
    """What the plan needs, and ships for most of the rest."""
    needed = pieces_of(mind, mind.plan)
    for action in fleets:
        size = action.trains + action.ships
        wanted = needed["train"] + SPARE_TRAINS * max(0, size - needed["train"] - needed["ship"])
        yield -abs(action.trains - wanted), action


def advise_exchanging(mind: Mind, offers: Sequence[ExchangePieces]) -> Iterator[tuple[float, ExchangePieces]]:
    """When a better plan fails only for want of one sort of pieces."""
    free = Mind(replace(mind.seen, pieces=[{} for _ in mind.seen.pieces]))
    free.turns = mind.turns - 1
    gained = free.plan.value - mind.plan.value
    mine, needed = mind.seen.pieces[mind.seen.seat], pieces_of(mind, free.plan)
    for action in offers:
        get = OTHER[action.give]
        lacking, spare = needed[get] - mine[get], mine[action.give] - needed[action.give]
        if 0 < lacking == action.count <= spare:
            yield gained - action.count, action


def pieces_of(mind: Mind, plan: Plan) -> Counter[str]:
    needed: Counter[str] = Counter()
    for number in plan.roads:
        road = mind.atlas.roads[number]
        needed[road.piece] += road.pieces
    return needed
