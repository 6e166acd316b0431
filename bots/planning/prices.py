"""What a road costs a player, in points: the turns it takes at the going rate, less the points it brings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bots.planning.atlas import DRAWS_A_TURN, Road
from bots.planning.observation import Seen
from rules.paths import CLOSED

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


def copied(purses: Purses) -> Purses:
    return [dict(purse) for purse in purses]


def turns_by_road(seen: Seen) -> list[float]:
    """One to claim it, and those that draw the cards still missing, wilds left aside."""
    purses, turns = purses_of(seen), []
    most = [max(purse.values()) for purse in purses]
    for road in seen.atlas.roads:
        held = most[road.purse] if road.color is None else purses[road.purse][road.color]
        turns.append(_turns(road, road.spaces - held))
    return turns


def turns_together(roads: Iterable[Road], purses: Purses) -> float:
    """For all of these, no card spent twice; the purses keep what is left."""
    return sum(_turns(road, lacking) for road, _, lacking in spend(roads, purses))


def spend(roads: Iterable[Road], purses: Purses) -> Iterator[tuple[Road, str, int]]:
    """Hand the cards out, first to roads of one color: each road, its color, and the spaces it lacks."""
    for road in sorted(roads, key=lambda r: (r.color is None, r.spaces)):
        purse = purses[road.purse]
        color = road.color or max(purse, key=purse.__getitem__)
        given = min(purse[color], road.spaces)
        purse[color] -= given
        yield road, color, road.spaces - given


def _turns(road: Road, missing: int) -> float:
    return 1 + road.cards * missing / road.spaces / DRAWS_A_TURN if missing > 0 else 1.0


def prices_for(seen: Seen, tempo: float, turns: Sequence[float]) -> list[float]:
    claims, prices = seen.claims, []
    for road, needed in zip(seen.atlas.roads, turns, strict=True):
        owner = claims.get(road.route.id)
        if owner is None:
            prices.append(_price(seen, road, tempo * needed))
        else:
            prices.append(0.0 if owner == seen.seat else CLOSED)
    return prices


def _price(seen: Seen, road: Road, effort: float) -> float:
    if (road.twin is not None and seen.is_closed(road)) or not seen.can_place(road):
        return CLOSED
    price = effort - road.points
    if road.route.goods and seen.goods_left:
        price -= GOODS
    return max(LEAST, price)


GOODS: Final = 0.7  # a goods card: it decides a few points at the end
