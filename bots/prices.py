"""What a road costs a player, in points: the turns it takes at the going rate, less the points it brings."""

from __future__ import annotations

from typing import Final

from bots.atlas import DRAWS_A_TURN, Road
from bots.seen import Seen
from bots.ways import CLOSED

LEAST: Final = 0.1  # even a road that pays for itself is a detour
Purses = list[dict[str, int]]  # by sort of cards and color: spaces the hand covers


def purses_of(seen: Seen) -> Purses:
    atlas = seen.atlas
    purses: Purses = [dict.fromkeys(by_color, 0) for by_color in atlas.purses]
    for face, count in seen.hand.items():
        where = atlas.purse_of.get(face)
        if where:
            purses[where[0]][where[1]] += count * atlas.spaces[face]
    return purses


def missing_cards(road: Road, purses: Purses) -> float:
    """Cards to draw before the road can be paid, wilds left aside."""
    purse = purses[road.purse]
    held = max(purse.values()) if road.color is None else purse[road.color]
    return road.cards * (road.spaces - held) / road.spaces if held < road.spaces else 0.0


def turns_for(road: Road, purses: Purses) -> float:
    return 1 + missing_cards(road, purses) / DRAWS_A_TURN


def prices_for(seen: Seen, tempo: float) -> list[float]:
    purses = purses_of(seen)
    claims, prices = seen.claims, []
    for road in seen.atlas.roads:
        owner = claims.get(road.route.id)
        if owner is None:
            prices.append(_price(seen, road, purses, tempo))
        else:
            prices.append(0.0 if owner == seen.seat else CLOSED)
    return prices


def _price(seen: Seen, road: Road, purses: Purses, tempo: float) -> float:
    if (road.twin is not None and seen.is_closed(road)) or not seen.can_place(road):
        return CLOSED
    bonus = GOODS if road.route.goods and seen.goods_left else 0.0
    price = tempo * turns_for(road, purses) - road.points - bonus
    return max(LEAST, price)


GOODS: Final = 0.7  # a goods card: it decides a few points at the end
